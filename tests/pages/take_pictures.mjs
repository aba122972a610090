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
  phone: {colorScheme: 'light', viewport: {width: 390, height: 844}, deviceScaleFactor: 1.5},
};

await withBrowser(async browser => {
  for (const {page: file, look, picture} of JSON.parse(process.argv[2])) {
    const page = await open(browser, picture, file, looks[look]);
    const {width, height} = looks[look].viewport;
    const used = await page.evaluate(() => Math.ceil(document.body.getBoundingClientRect().bottom));
    const session = await page.context().newCDPSession(page);
    const {data} = await session.send('Page.captureScreenshot', {
      format: 'webp', quality: 80,
      clip: {x: 0, y: 0, width, height: Math.min(used, height), scale: 1},
    });
    writeFileSync(picture, Buffer.from(data, 'base64'));
    await page.context().close();
  }
});
