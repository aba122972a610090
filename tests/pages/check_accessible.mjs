// SPDX-License-Identifier: Apache-2.0
//
//   check_accessible.mjs NAME=PAGE ...
//
// axe finds nothing against the rules of WCAG 2.2 AA and its best practice, as the page opens and
// with everything unfolded: in light and dark, on a desk and on a phone. On a phone the page is not
// wider than the screen, on a desk no part of it has to be scrolled sideways, and no word of a head is broken.
import {axeSource, brokenWords, expect, fault, open, pagesOf, withBrowser} from './browser.mjs';

const axe = axeSource();
const everything = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
// Names and structure are the same in every light and width; these are not.
const looks = {
  type: 'rule',
  values: ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'],
};
// axe takes minutes for thousands of rows at once, and they are all alike.
const mostRows = 2000;

async function judge(page, where, runOnly) {
  const found = await page.evaluate(async only => {
    const {violations} = await axe.run({runOnly: only, resultTypes: ['violations']});
    return violations.map(v => [v.id, v.nodes.slice(0, 3).map(n => `${n.html.slice(0, 200)} `
                                                         + n.failureSummary.slice(0, 300))]);
  }, runOnly);
  for (const [id, nodes] of found) fault(where, `axe ${id}\n  ${nodes.join('\n  ')}`);
}

async function fits(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide <= 0, where, `${wide} px wider than the screen`);
}

async function needsNoScrolling(page, where) {
  const parts = await page.evaluate(() => [...document.querySelectorAll('.wide')].filter(
    part => part.scrollWidth > part.clientWidth).length);
  expect(parts === 0, where, `${parts} parts must be scrolled sideways`);
}

// Labels of a strip stand beside each other, not on each other, and within the picture.
async function labelsApart(page, where) {
  const found = await page.evaluate(() => [...document.querySelectorAll('.strip')].flatMap(strip => {
    const all = strip.querySelector('svg').getBoundingClientRect();
    const boxes = [...strip.querySelectorAll('svg text')].map(
      text => [text.textContent, text.getBoundingClientRect()]);
    const out = boxes.filter(([, b]) => b.left < all.left - 1 || b.right > all.right + 1)
      .map(([text]) => `${text} is cut off`);
    const over = boxes.flatMap(([a, p], i) => boxes.slice(i + 1)
      .filter(([, q]) => Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 &&
                         Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 3)
      .map(([b]) => `${a} is on ${b}`));
    return out.concat(over);
  }));
  for (const what of found) fault(where, what);
}

async function unfold(page) {
  const buttons = page.locator('[data-do=expand]');
  for (let i = 0; i < await buttons.count(); ++i) await buttons.nth(i).click();
}

async function check(browser, name, file) {
  const page = await open(browser, name, file, {colorScheme: 'light'});
  await page.evaluate(axe);
  const rows = await page.locator('.tree .row').count();
  await judge(page, `${name}, as it opens`, rows <= mostRows ? everything : looks);
  await needsNoScrolling(page, name);
  await labelsApart(page, name);
  const broken = await brokenWords(page, 'thead, h1, h2, h3, dt');
  expect(broken.length === 0, name, `broken words: ${broken.join(', ')}`);
  for (const width of [640, 390, 360, 320]) {  // 640: a desk at 200 %
    await page.setViewportSize({width, height: 740});
    await fits(page, `${name}, ${width} px`);
  }
  const folded = await page.locator('.tree [aria-expanded=false]').count();
  await unfold(page);
  await fits(page, `${name}, 320 px, unfolded`);
  if (rows <= mostRows) {
    await page.setViewportSize({width: 360, height: 740});
    await judge(page, `${name}, on a phone, unfolded`, folded ? everything : looks);
    await page.setViewportSize({width: 1100, height: 900});
    await page.emulateMedia({colorScheme: 'dark'});
    await judge(page, `${name}, dark, unfolded`, looks);
    await page.emulateMedia({forcedColors: 'active'});
    await judge(page, `${name}, forced colours, unfolded`, looks);
  }
  await page.context().close();
}

await withBrowser(async browser => {
  for (const [name, file] of pagesOf(process.argv.slice(2))) {
    const begin = Date.now();
    await check(browser, name, file);
    if (process.env.PAGES_VERBOSE) console.error(name, Date.now() - begin, 'ms');
  }
});
