// node test/transfer.mjs BROWSER FOLDER SCREENSHOTS: the page of transferred landmarks as a reader meets it. See run.mjs.
import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { black, colourful, shaded } from './pictures.mjs';
import { around, drawn, phone, positionOf, ready, session, viewPicture } from './session.mjs';

/** @typedef {import('./session.mjs').Page} Page */

const [executablePath, folder, screenshots] = process.argv.slice(2);
mkdirSync(screenshots, { recursive: true });
const { open, close, share } = await session(executablePath, folder);
const script = /\/transfer\/[^/]+\.js$/;
const toCheck = 'index.html?target=walk';

/** @param {Page} page @param {string} id */
const text = async (page, id) => (await page.locator(id).innerText()).replace(/\s+/g, ' ');
/** The position of the chosen landmark. @param {Page} page */
const chosen = (page) => page.locator('#landmarks button[aria-pressed=true]').allInnerTexts();
/** @param {Page} page @param {string} key */
async function reached(page, key) {
  await Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
  await ready(page);
  return page.locator('h1').innerText();
}

async function beginsWithWhatIsToCheck() {
  const { page, trouble } = await open('index.html', {}, script);
  assert.equal(await page.locator('h1').innerText(), 'walk');
  assert.match(await text(page, '#verdict'), /^To check 2 of 29 landmarks/);
  assert.match(await text(page, '#facts'), /^Least trust 0\.25 Other placement none Match proven$/);
  assert.equal(await text(page, '#summary'), '1 good, 1 to check, 1 ambiguous, 1 failed');
  const rows = (await page.locator('#targets tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
  assert.deepEqual(rows,
    ['fox #1 100% Good ', 'broken Failed broken.off: line 2: <i>nothing</i> is not a number', 'walk To check 2 landmarks', 'turned Ambiguous 29 landmarks']);
  assert.deepEqual(await page.locator('#targets a').allInnerTexts(), ['fox #1 100%', 'walk', 'turned']);  // no link where it failed
  assert.equal(await page.locator('#targets a[aria-current=page]').innerText(), 'walk');
  for (const side of /** @type {const} */ (['x', 'y'])) {
    const picture = await viewPicture(page, side);
    assert.ok((await share(picture, shaded)) > 0.05, `the canvas of ${side} is blank`);
    assert.ok((await share(picture, colourful)) > 0.005, `no balls on ${side}`);
  }
  await page.screenshot({ path: join(screenshots, 'transfer.png') });
  assert.deepEqual(trouble, []);
  return page;
}

/** @param {Page} page */
async function landmarksAreNamed(page) {
  await page.locator('#landmarks tbody tr').nth(14).hover();
  const at = await positionOf(page, 'y', 14);
  assert.match(await text(page, '#details'), /^14 <i>no tag<\/i> Trust 1\.00 Return error 0\.10 %$/);
  assert.ok((await share(await around(page, at), black)) > 0.03, 'the landmark on the target is not highlighted');
  await page.locator('h1').hover();
  assert.match(await text(page, '#details'), /Hover or tap a landmark/);
  assert.match(await text(page, '#landmarks'), / landmark 4 /);  // it has no name
  await page.mouse.click(at.x, at.y);
  assert.match(await text(page, '#details'), /^14 </);
  assert.match(String(await page.locator('#spoken').textContent()), /no tag/);
  await page.keyboard.press('Escape');
  await page.mouse.move(5, 5);
  for (const side of ['x', 'y'])
    assert.match(String(await page.locator(`#canvas-${side}`).getAttribute('aria-label')), /(Template|Target), .*29 landmarks/);
}

/** Keys go from one doubtful landmark to the next, also over to other targets. @param {Page} page */
async function keysStepThroughWhatIsToCheck(page) {
  assert.equal(await page.locator('#landmarks .wrong').filter({ hasText: 'check' }).count(), 2);
  await page.keyboard.press('n');
  assert.deepEqual(await chosen(page), ['5']);
  assert.match(await text(page, '#details'), /^5 .* to check$/);
  await page.keyboard.press('n');
  assert.deepEqual(await chosen(page), ['25']);
  await page.keyboard.press('p');
  assert.deepEqual(await chosen(page), ['5']);
  await page.keyboard.press(']');
  assert.deepEqual(await chosen(page), ['6']);
  await page.keyboard.press('n');
  assert.equal(await reached(page, 'n'), 'turned');
  assert.deepEqual(await chosen(page), ['0']);
  assert.match(await text(page, '#verdict'), /^Ambiguous Another match/);
  assert.match(await text(page, '#facts'), /Other placement 1\.23 % worse/);
  assert.equal(await reached(page, 'p'), 'walk');
  assert.deepEqual(await chosen(page), ['25']);
  assert.equal(await reached(page, 'P'), 'fox #1 100%');
  assert.match(await text(page, '#verdict'), /^Good All 29 landmarks are trusted/);
  assert.equal(await page.locator('#previous-target').count(), 0);
  await page.keyboard.press('t');
  assert.equal(await reached(page, 'N'), 'walk');  // past the one that failed
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');  // chosen on the target before
  await Promise.all([page.waitForNavigation(), page.locator('#targets a').first().click()]);
  await ready(page);
  assert.equal(await page.locator('h1').innerText(), 'fox #1 100%');
}

/** @param {Page} page */
async function camerasAreLinked(page) {
  const both = async () => [await positionOf(page, 'x', 0), await positionOf(page, 'y', 0)];
  await page.locator('#canvas-x').focus();
  const [x, y] = await both();
  await page.keyboard.press('ArrowLeft');
  await drawn(page);
  const [newX, newY] = await both();
  assert.notDeepEqual(newX, x);
  assert.notDeepEqual(newY, y);
  assert.equal(await page.locator('#lines line').count(), 0);
  await page.keyboard.press('l');
  await drawn(page);
  assert.equal(await page.locator('#lines line').count(), 29);
}

async function doubtfulBallsHaveDashedRings() {
  const { page } = await open(toCheck, {}, script);
  // 1 and 26 are in sight, too, and nobody doubts them.
  const places = await Promise.all([5, 25, 1, 26].map((k) => positionOf(page, 'x', k)));
  const dark = [];
  for (const at of places) dark.push(await share(await around(page, at), black));
  assert.ok(Math.min(dark[0], dark[1]) > Math.max(dark[2], dark[3]) + 0.01, `no rings: ${dark}`);
}

async function darkAndPhone() {
  const dark = await open(toCheck, { colorScheme: 'dark' }, script);
  await dark.page.screenshot({ path: join(screenshots, 'transfer-dark.png') });
  assert.deepEqual(dark.trouble, []);
  const small = await open(toCheck, phone, script);
  assert.equal(await small.page.evaluate(() => document.documentElement.scrollWidth), 390);
  await small.page.locator('#next-check').tap();
  assert.deepEqual(await chosen(small.page), ['5']);
  const at = await positionOf(small.page, 'y', 5);
  await small.page.touchscreen.tap(at.x, at.y);
  await drawn(small.page);
  await small.page.screenshot({ path: join(screenshots, 'transfer-phone.png') });
  assert.deepEqual(small.trouble, []);
}

async function nothingToShowWhereAllFailed() {
  const { page, trouble } = await open('failed/index.html', {}, script, false);
  assert.match(await text(page, '#targets'), /broken Failed broken\.off/);
  assert.equal(await page.locator('canvas').count(), 0);
  assert.deepEqual(trouble, []);
}

try {
  const size = statSync(join(folder, 'index.html')).size;
  assert.ok(size < 2e6, `${size} bytes`);
  const page = await beginsWithWhatIsToCheck();
  await landmarksAreNamed(page);
  await keysStepThroughWhatIsToCheck(page);
  await camerasAreLinked(page);
  await doubtfulBallsHaveDashedRings();
  await darkAndPhone();
  await nothingToShowWhereAllFailed();
  console.log('The page of transferred landmarks works.');
} finally {
  await close();
}
