// SPDX-License-Identifier: Apache-2.0
//
//   take_pictures.mjs '[{"page": FILE, "look": "light", "picture": FILE}, ...]'
//
// Pictures of pages for the documentation: their upper part, in WebP.
import {writeFileSync} from 'fs';
import {open, withBrowser} from './browser.mjs';

const looks = {
  light: {colorScheme: 'light', viewport: {width: 1000, height: 1100}},
  dark: {colorScheme: 'dark', viewport: {width: 1000, height: 1100}},
  desk: {colorScheme: 'light', viewport: {width: 1280, height: 1100}},
  zoom: {colorScheme: 'light', viewport: {width: 640, height: 700}, deviceScaleFactor: 1.5},
  forced: {colorScheme: 'dark', forcedColors: 'active', viewport: {width: 1000, height: 900}},
  // What lies between the margins of a sheet (96 pixels an inch).
  a4: {media: 'print', viewport: {width: 680, height: 1009}, deviceScaleFactor: 1.5},
  letter: {media: 'print', viewport: {width: 702, height: 943}, deviceScaleFactor: 1.5},
  phone: {colorScheme: 'light', viewport: {width: 390, height: 844}, deviceScaleFactor: 1.5},
};

await withBrowser(async browser => {
  for (const {page: file, look, picture} of JSON.parse(process.argv[2])) {
    const {media, ...options} = looks[look];
    const page = await open(browser, picture, file, options);
    if (media) await page.emulateMedia({media});
    const {width, height} = looks[look].viewport;
    // Of a letter the first sheet: a picture knows no new pages.
    const used = await page.evaluate(() => Math.ceil(
      (document.querySelector('.sheet') || document.body).getBoundingClientRect().bottom));
    const session = await page.context().newCDPSession(page);
    const {data} = await session.send('Page.captureScreenshot', {
      format: 'webp', quality: 80,
      clip: {x: 0, y: 0, width, height: Math.min(used, height), scale: 1},
    });
    writeFileSync(picture, Buffer.from(data, 'base64'));
    await page.context().close();
  }
});
