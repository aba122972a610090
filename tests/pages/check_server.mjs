// SPDX-License-Identifier: Apache-2.0
//
//   check_server.mjs ADDRESS CODE TABLE [PICTURES]
//
// The story of the README in the browser, by clicking, against a real server: a table, learned rules,
// causes reviewed, a version put in force, a case, what if by keyboard, a record, the log, an audit. On every
// page axe finds nothing, nothing is asked of others, no policy is broken, a phone has no need to scroll
// sideways. PICTURES is a folder for screenshots.
import {writeFileSync} from 'fs';
import {axeSource, expect, fault, withBrowser} from './browser.mjs';

const [base, code, table, pictures] = process.argv.slice(2);
const axe = axeSource();
// Those of docs/serve.md: copy serve_*.webp to docs/img.
const shown = ['whatif', 'version'];

await withBrowser(async browser => {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  context.setDefaultTimeout(60000);
  let page = await context.newPage();
  let where = 'sign-in';
  const watch = one => {
    one.on('console', message => {
      if (['error', 'warning'].includes(message.type())) fault(where, `console: ${message.text()}`);
    });
    one.on('pageerror', error => fault(where, `exception: ${error}`));
    one.on('dialog', dialog => { fault(where, 'a dialogue'); dialog.dismiss(); });
    one.on('request', request => {
      const url = request.url();
      expect(url.startsWith(base + '/') || url.startsWith('data:'), where, `asks for ${url}`);
    });
  };
  watch(page);

  async function judge() {
    const found = await page.evaluate(async source => {
      if (!window.axe) (0, eval)(source);
      const {violations} = await window.axe.run({
        runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']},
        resultTypes: ['violations'],
      });
      return violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 150)).join(' | ')}`);
    }, axe).catch(error => [`axe: ${error}`]);
    for (const line of found) fault(where, line);
  }
  async function look(name) {
    where = name;
    await judge();
    await picture(name);
    await page.setViewportSize({width: 390, height: 844});
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide <= 0, where, `${wide} px wider than a phone`);
    await picture(name + '-phone');
    await page.setViewportSize({width: 1280, height: 900});
    await page.emulateMedia({colorScheme: 'dark'});
    await judge();
    await picture(name + '-dark');
    await page.emulateMedia({colorScheme: 'light'});
  }
  async function picture(name) {
    if (!pictures) return;
    await page.screenshot({path: `${pictures}/${name}.png`, fullPage: true});
    if (!shown.includes(name)) return;
    const session = await page.context().newCDPSession(page);
    const {data} = await session.send('Page.captureScreenshot', {format: 'webp', quality: 80});
    writeFileSync(`${pictures}/serve_${name.replace('-', '_')}.webp`, Buffer.from(data, 'base64'));
  }
  const go = name => page.getByRole('navigation').getByRole('link', {name, exact: true}).click();
  const press = name => page.getByRole('button', {name, exact: true}).click();
  // The page that the server gave when the job was over, not the one that is about to be loaded anew.
  const done = async () => {
    await page.waitForSelector('[data-job][data-state="done"]');
    await page.waitForLoadState();
  };

  await page.goto(`${base}/sign-in`);
  await look('sign-in');
  await page.goto('about:blank');
  await page.goto(`${base}/sign-in#once=${code}`);
  await page.waitForURL(`${base}/learn`);
  expect(!(await page.evaluate(() => document.cookie)), where, 'a script can read the cookie');
  await look('learn');

  await page.getByLabel('A table (CSV)').setInputFiles(table);
  await press('Add it');
  await page.getByLabel('Column with the decision').fill('decision');
  await page.getByLabel('The decision to get away from').fill('reject');
  await page.getByLabel('Name of the model').fill('loan');
  await look('table');
  await press('Learn');
  await done();
  await look('job-learn');

  await go('Learn');
  await page.getByRole('link', {name: 'loans.csv'}).click();
  await press('Propose causes');
  await done();
  await page.getByRole('link', {name: 'Review what is proposed'}).click();
  await look('review');
  const open = await page.getByRole('button', {name: 'Approve'}).count();
  expect(open > 0, where, 'nothing is proposed');
  await page.getByLabel('Reason').first().fill('banks compute it so');
  await page.getByRole('button', {name: 'Approve'}).first().click();
  expect(await page.getByText('banks compute it so').count() > 0, where, 'the verdict is not shown');
  await page.getByRole('link', {name: 'see its effect and put it in force'}).click();
  await look('version');
  await page.getByRole('button', {name: /^Put version \d+ in force$/}).click();
  await look('versions');
  expect(await page.getByText('in force', {exact: true}).count() === 1, where, 'no version is in force');

  await go('Case');
  await look('case-form');
  for (const [name, value] of [['age', '31'], ['debt', '5000'], ['bank_balance', '40000'], ['credit_score', '599']]) {
    const field = page.getByLabel(new RegExp(`^${name}`));
    if (await field.count()) await field.first().fill(value);
  }
  await press('Decide');
  await look('case');
  await page.getByLabel('Reference').fill('<img src=x onerror=alert(1)>');
  await press('File this answer');
  await page.waitForURL(/\/records\/\d+$/);
  await look('record');
  expect(await page.getByText('It holds.').count() === 1, where, 'the record does not hold');

  await page.getByRole('main').getByRole('link', {name: 'What if', exact: true}).click();
  await page.waitForFunction(() => document.querySelector('#timing').textContent.includes('ms'));
  await look('whatif');
  const before = await page.locator('#fragment').innerText();
  const slider = page.getByRole('slider').nth(1);
  await slider.focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(old => document.querySelector('#fragment').innerText !== old, before);
  const steps = page.getByRole('button', {name: /^Take step/});
  if (await steps.count()) {
    await steps.last().click();
    await page.waitForFunction(() => document.querySelector('#result .verdict').classList.contains('yes'));
  }
  expect(page.url().includes('v.'), where, 'the address does not say what was asked');

  // The case, a letter, and what the person sees whom it is about.
  await go('Cases');
  await look('cases');
  await page.getByRole('main').getByRole('link', {name: /onerror/}).click();
  await page.getByRole('link', {name: 'Write a letter'}).first().click();
  await look('letter');
  await page.goBack();
  await press('Make a link');
  await look('one-case');
  const link = (await page.locator('#case-link').innerText()).trim();
  const theirs = await browser.newContext({viewport: {width: 1280, height: 900}});
  theirs.setDefaultTimeout(60000);
  const ours = page;
  page = await theirs.newPage();
  watch(page);
  await page.goto(`${base}/mine`);
  await look('mine-sign-in');
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForURL(`${base}/mine/case`);
  await look('mine');
  await page.getByRole('link', {name: 'What if?'}).click();
  await page.waitForFunction(() => document.querySelector('#timing').textContent.includes('ms'));
  await look('mine-whatif');
  await page.goto(`${base}/records`);
  expect(page.url() === `${base}/sign-in`, where, 'a visitor sees records');
  await theirs.close();
  page = ours;

  await go('Records');
  await look('records');
  await go('Log');
  await press('Verify now');
  await look('log');
  expect(await page.getByText('The log holds.').count() === 1, where, 'the log does not hold');

  await go('Audits');
  await look('audits');
  await press('Audit');
  await done();
  await look('audit');

  // Without script all but live answers works.
  const plain = await browser.newContext({javaScriptEnabled: false, storageState: await context.storageState()});
  const bare = await plain.newPage();
  await bare.goto(page.url().replace(/\/jobs.*/, '/whatif?series=loan&v.debt=5000'));
  await bare.getByRole('button', {name: 'Ask', exact: true}).click();
  expect(await bare.locator('#result').count() === 1, 'no script', 'no answer');
  await plain.close();

  await press('Sign out');
  await page.goto(`${base}/records`);
  expect(page.url() === `${base}/sign-in`, 'signed out', 'records are still shown');
});
