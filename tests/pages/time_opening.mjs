// SPDX-License-Identifier: Apache-2.0
//
//   time_opening.mjs NAME=PAGE
//
// For bench/why_bench.py: milliseconds until a page has loaded and been drawn, and until all of it
// is unfolded and laid out, ten times each.
import {open, pagesOf, withBrowser} from './browser.mjs';

const [[name, file]] = pagesOf(process.argv.slice(2));
const times = {open: [], expand: []};

await withBrowser(async browser => {
  for (let i = 0; i < 10; ++i) {
    const page = await open(browser, name, file);
    times.open.push(await page.evaluate(() => new Promise(done => {
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    })));
    times.expand.push(await page.evaluate(() => {
      const begin = performance.now();
      document.querySelector('[data-do=expand]').click();
      document.body.getBoundingClientRect();
      return performance.now() - begin;
    }));
    await page.context().close();
  }
});
console.log(JSON.stringify(times));
