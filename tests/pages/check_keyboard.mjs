// SPDX-License-Identifier: Apache-2.0
//
//   check_keyboard.mjs nested=PAGE NAME=PAGE ...
//
// The order of the Tab key on every page, and the proof tree of the first, as the ARIA Authoring Practices describe trees. Rows are told by
// their place among the rows that can be seen, so no wording matters here.
import {expect, fault, open, pagesOf, withBrowser} from './browser.mjs';

const pages = pagesOf(process.argv.slice(2));
const [[name, file]] = pages;

// Everything about the tree that a key can change.
function look(page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('.tree .row')];
    const seen = rows.filter(row => row.getClientRects().length);
    const active = document.activeElement;
    const style = getComputedStyle(active);
    let level = 0;
    for (let e = active.closest('.tree ul, .tree'); e; e = e.parentElement.closest('.tree ul, .tree'))
      ++level;
    return {
      at: seen.indexOf(active),
      seen: seen.length,
      all: rows.length,
      expanded: active.getAttribute('aria-expanded'),
      level,
      outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
      stops: document.querySelectorAll('.tree [tabindex="0"]').length,
    };
  });
}

class Keys {
  constructor(page) {
    this.page = page;
    this.history = [];
  }

  async press(key) {
    await this.page.keyboard.press(key);
    this.history.push(key);
    const now = await look(this.page);
    expect(now.at >= 0, this.trail(), 'the focus has left the tree');
    expect(now.outline, this.trail(), 'the focus cannot be seen');
    expect(now.stops === 1, this.trail(), `${now.stops} stops of the Tab key in one tree`);
    return now;
  }

  trail() {
    return `${name}, after ${this.history.slice(-6).join(' ')}`;
  }

  // Presses, then compares the members of `wanted`.
  async to(key, wanted) {
    const now = await this.press(key);
    for (const member of Object.keys(wanted)) {
      expect(now[member] === wanted[member], this.trail(),
             `${member} is ${now[member]}, not ${wanted[member]}`);
    }
    return now;
  }
}

// What the key stops at, in order, until it leaves the page; at most `most` stops (some browsers
// begin again at the other end).
async function tabOrder(page, key, most) {
  const stops = [];
  while (stops.length < most) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => {
      const e = document.activeElement;
      if (e === document.body) return null;
      return e.closest('.tree') ? 'tree' : e.dataset.do || e.className;
    });
    if (stop === null) break;
    stops.push(stop);
  }
  return stops.join(' ');
}

// Buttons, trees and tables that may be too wide, in the order of the page; a tree is one stop.
async function checkTabs(browser) {
  for (const [which, where] of pages) {
    const page = await open(browser, which, where);
    const stops = await page.evaluate(() => [...document.querySelectorAll('button,.tree,.wide')]
      .map(e => e.dataset.do || e.className));
    const forward = await tabOrder(page, 'Tab', stops.length + 5);
    expect(stops.length > 2 && forward === stops.join(' '), which,
           `Tab stops at: ${forward}; not: ${stops.join(' ')}`);
    const back = await tabOrder(page, 'Shift+Tab', stops.length);
    expect(back === stops.reverse().join(' '), which, `Shift+Tab stops at: ${back}`);
    await page.context().close();
  }
}

async function checkTree(browser) {
  const page = await open(browser, name, file);
  const keys = new Keys(page);
  await page.click('[data-do=collapse]');
  let now = await look(page);
  expect(now.seen === 1, name, `${now.seen} rows are left when all is collapsed`);
  await keys.to('Tab', {at: 0, expanded: 'false'});
  await keys.to('ArrowRight', {at: 0, expanded: 'true', level: 1});
  now = await keys.to('ArrowRight', {at: 1, expanded: 'false', level: 2});
  const rules = now.seen - 1;
  expect(rules === 2, name, `${rules} rules below the decision, not 2`);
  await keys.to('ArrowUp', {at: 0});
  await keys.to('ArrowUp', {at: 0});  // the first stays the first
  await keys.to('ArrowDown', {at: 1});
  await keys.to('ArrowDown', {at: 2});
  await keys.to('ArrowDown', {at: 2});  // the last stays the last
  await keys.to('Home', {at: 0});
  await keys.to('End', {at: 2});
  await keys.to('Home', {at: 0});
  await keys.to('ArrowDown', {at: 1, expanded: 'false'});
  now = await keys.to('Enter', {at: 1, expanded: 'true'});
  expect(now.seen === 5, keys.trail(), `${now.seen} rows, not 5: two literals below the rule`);
  await keys.to('Space', {at: 1, expanded: 'false', seen: 3});
  await keys.to('Space', {at: 1, expanded: 'true', seen: 5});
  await keys.to('ArrowRight', {at: 2, level: 3, expanded: 'false'});
  await keys.to('ArrowDown', {at: 3, level: 3, expanded: null});
  await keys.to('ArrowRight', {at: 3, seen: 5});  // nothing below
  await keys.to('Enter', {at: 3, seen: 5});
  await keys.to('ArrowLeft', {at: 1, expanded: 'true'});
  await keys.to('ArrowLeft', {at: 1, expanded: 'false', seen: 3});
  await keys.to('ArrowLeft', {at: 0, expanded: 'true'});
  await keys.to('ArrowLeft', {at: 0, expanded: 'false', seen: 1});
  await keys.to('ArrowLeft', {at: 0});
  await keys.to('ArrowRight', {at: 0, seen: 3});
  await page.context().close();
}

async function checkStar(browser) {
  const page = await open(browser, name, file);
  const keys = new Keys(page);
  await page.click('[data-do=collapse]');
  await keys.press('Tab');
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  const now = await keys.press('*');
  const folded = await page.evaluate(() => [...document.querySelectorAll(
    '.tree>li>ul>li>.row[aria-expanded]')].filter(r => r.ariaExpanded !== 'true').length);
  expect(folded === 0 && now.at === 1, keys.trail(), '* does not unfold all siblings');
  await page.click('[data-do=expand]');
  const all = await look(page);
  expect(all.seen === all.all, name, `${all.seen} of ${all.all} rows after Expand all`);
  await page.keyboard.press('Tab');  // Collapse all
  await keys.to('Tab', {at: 0});
  await keys.to('End', {at: all.all - 1});
  await keys.to('ArrowUp', {at: all.all - 2});
  await page.keyboard.press('Shift+Tab');
  await keys.to('Tab', {at: all.all - 2});  // the tree remembers its place
  await page.context().close();
}

async function checkLetters(browser) {
  const page = await open(browser, name, file);
  const keys = new Keys(page);
  await page.click('[data-do=expand]');
  await page.keyboard.press('Tab');
  await keys.press('Tab');
  const first = await page.evaluate(() => {
    const texts = [...document.querySelectorAll('.tree .row')].map(
      row => row.innerText.replace(/^[^\p{L}\p{N}]+/u, '').slice(0, 1).toLowerCase());
    const letter = texts.find(text => text !== texts[0]);
    return [letter, texts.indexOf(letter)];
  });
  await keys.to(first[0], {at: first[1]});
  await keys.to('Control+Home', {at: first[1]});  // keys of the browser stay its own
  await page.context().close();
}

async function checkMouse(browser) {
  const page = await open(browser, name, file);
  await page.click('[data-do=collapse]');
  await page.locator('.tree .row').first().click();
  const now = await look(page);
  expect(now.at === 0 && now.seen === 3, name, 'a click does not unfold');
  await page.context().close();
}

await withBrowser(async browser => {
  for (const check of [checkTabs, checkTree, checkStar, checkLetters, checkMouse]) {
    try {
      await check(browser);
    } catch (error) {
      fault(check.name, error);
    }
  }
});
