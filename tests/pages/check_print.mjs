// SPDX-License-Identifier: Apache-2.0
//
//   check_print.mjs NAME=PAGE ...
//
// Every page can be printed on A4, and nothing is cut off at the edge; on paper, and without script, a proof is unfolded.
import {expect, open, pagesOf, withBrowser} from './browser.mjs';

const onPaper = 680;  // pixels between the margins of A4: 180 mm

// Rows of trees that cannot be seen, of those at the beginning (a check of all would take long).
function hiddenRows(page) {
  return page.evaluate(() => [...document.querySelectorAll('.tree .row')].slice(0, 300)
    .filter(row => !row.getClientRects().length).length);
}

await withBrowser(async browser => {
  for (const [name, file] of pagesOf(process.argv.slice(2))) {
    const page = await open(browser, name, file);
    const paper = (await page.pdf({preferCSSPageSize: true})).toString('latin1');
    expect((paper.match(/\/Type\s*\/Page\b/g) || []).length > 0, name, 'no sheet of paper');
    const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(paper);
    expect(box && Math.abs(box[1] - 595.28) < 2 && Math.abs(box[2] - 841.89) < 2, name,
           `paper of ${box && box.slice(1)} points, which is not A4`);
    await page.emulateMedia({media: 'print'});
    expect(await hiddenRows(page) === 0, name, 'parts of the proof are folded on paper');
    await page.setViewportSize({width: onPaper, height: 1000});
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= onPaper, name, `${wide} px wide; there is paper for ${onPaper}`);
    const buttons = await page.locator('.tools:visible').count();
    expect(buttons === 0, name, 'buttons on paper');
    await page.context().close();

    const plain = await open(browser, `${name}, without script`, file, {javaScriptEnabled: false});
    expect(await hiddenRows(plain) === 0, name, 'parts of the proof are folded without script');
    await plain.context().close();
  }
});
