// SPDX-License-Identifier: Apache-2.0
//
//   check_print.mjs NAME=PAGE ...
//
// Every page can be printed on A4 and on Letter: nothing is cut off at the edge, no word is broken that would fit a
// line, no sheet is blank, and the first is not nearly so. On paper, and without script, a proof is unfolded.
import {inflateSync} from 'zlib';

import {brokenWords, expect, open, pagesOf, withBrowser} from './browser.mjs';

// Points of the paper; pixels between its margins of 15 mm (96 a inch).
const papers = [
  {format: 'A4', width: 595.28, height: 841.89, between: 680},
  {format: 'Letter', width: 612, height: 792, between: 702},
];

// Rows of trees that cannot be seen, of those at the beginning (a check of all would take long).
function hiddenRows(page) {
  return page.evaluate(() => [...document.querySelectorAll('.tree .row')].slice(0, 300)
    .filter(row => !row.getClientRects().length).length);
}

// How many pieces of text each sheet of a PDF has.
function textsOfSheets(pdf) {
  const text = pdf.toString('latin1');
  const contents = [...text.matchAll(/\/Type\s*\/Page\b[^]*?\/Contents\s+(\d+) 0 R/g)].map(found => found[1]);
  return contents.map(id => {
    const head = text.indexOf(`\n${id} 0 obj`);
    const begin = text.indexOf('stream', head), from = begin + (text[begin + 6] === '\r' ? 8 : 7);
    const to = text.indexOf('endstream', from);
    const bytes = pdf.subarray(from, to);
    const packed = text.slice(head, begin).includes('FlateDecode');
    return ((packed ? inflateSync(bytes) : bytes).toString('latin1').match(/\bT[jJ]\b/g) || []).length;
  });
}

await withBrowser(async browser => {
  for (const [name, file] of pagesOf(process.argv.slice(2))) {
    const page = await open(browser, name, file);
    await page.emulateMedia({media: 'print'});
    expect(await hiddenRows(page) === 0, name, 'parts of the proof are folded on paper');
    const buttons = await page.locator('.tools:visible').count();
    expect(buttons === 0, name, 'buttons on paper');
    for (const paper of papers) {
      const where = `${name} on ${paper.format}`;
      const pdf = await page.pdf({format: paper.format, preferCSSPageSize: true});
      const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(pdf.toString('latin1'));
      expect(box && Math.abs(box[1] - paper.width) < 2 && Math.abs(box[2] - paper.height) < 2, where,
             `paper of ${box && box.slice(1)} points`);
      const texts = textsOfSheets(pdf);
      expect(texts.length > 0, where, 'no sheet of paper');
      texts.forEach((count, i) => expect(count > 0, where, `sheet ${i + 1} is blank`));
      const fullest = Math.max(...texts);
      expect(texts[0] * 4 >= fullest, where, `the first sheet has ${texts[0]} texts, another one ${fullest}`);
      await page.setViewportSize({width: paper.between, height: 1000});
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide <= paper.between, where, `${wide} px wide; there is paper for ${paper.between}`);
      const broken = await brokenWords(page);
      expect(broken.length === 0, where, `broken words: ${broken.join(', ')}`);
    }
    await page.context().close();

    const plain = await open(browser, `${name}, without script`, file, {javaScriptEnabled: false});
    expect(await hiddenRows(plain) === 0, name, 'parts of the proof are folded without script');
    await plain.context().close();
  }
});
