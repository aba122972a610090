// SPDX-License-Identifier: Apache-2.0
//
// What all checks of this folder share: the browser, pages that note what they must not do, and
// faults, which are printed at the end and make the exit code.
import {createRequire} from 'module';
import {readFileSync} from 'fs';
import {pathToFileURL} from 'url';

const require = createRequire(process.env.PAGES_MODULES + '/');
const {chromium} = require('playwright-core');
export const axeSource = () => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const faults = [];
export function fault(where, what) {
  faults.push(`${where}: ${what}`);
}

export function expect(holds, where, what) {
  if (!holds) fault(where, what);
}

export async function withBrowser(work) {
  // The sandbox of the browser needs rights that containers lack; the pages are our own.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--force-color-profile=srgb', '--font-render-hinting=none'],
  });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
  for (const line of faults) console.log(line);
  process.exitCode = faults.length ? 1 : 0;
}

// Opens the file in a context of its own. A message of error, an exception, a dialogue or a
// request for anything but the file itself is a fault.
export async function open(browser, where, file, options = {}) {
  const context = await browser.newContext({viewport: {width: 1100, height: 900}, ...options});
  context.setDefaultTimeout(300000);  // a busy machine is no fault of the page
  const page = await context.newPage();
  const own = pathToFileURL(file).href;
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      fault(where, `console: ${message.text()}`);
  });
  page.on('pageerror', error => fault(where, `exception: ${error}`));
  page.on('dialog', dialog => {
    fault(where, `dialogue: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', request => expect(request.url() === own, where, `asks for ${request.url()}`));
  await page.goto(own);
  return page;
}

// The pages of the command line: name=file ...
export function pagesOf(words) {
  return words.map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]);
}

// Words that stand on two lines although they are short enough for one, of the text that is seen within `parts`.
export function brokenWords(page, parts = 'main') {
  return page.evaluate(within => {
    const broken = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let looked = 0;
    for (let node = walker.nextNode(); node && looked < 20000; node = walker.nextNode()) {
      if (node.parentElement.closest('svg') || !node.parentElement.closest(within)) continue;
      for (const found of node.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
        if (++looked > 20000 || found[0].length > 24) continue;  // a name may be longer than any line
        range.setStart(node, found.index);
        range.setEnd(node, found.index + found[0].length);
        const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
        if (tops.size > 1) broken.push(found[0]);
      }
    }
    return broken.slice(0, 5);
  }, parts);
}
