// node test/browser.mjs BROWSER REPORTS SCREENSHOTS PROGRAM: reports as a reader meets them. See run.mjs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { black, colourful, shaded } from './pictures.mjs';
import { around, drawn, phone as asPhone, positionOf, session, viewPicture } from './session.mjs';

/** @typedef {import('./session.mjs').Page} Page */
/** @typedef {import('./session.mjs').Box} Box */

const [executablePath, reports, screenshots, program] = process.argv.slice(2);
mkdirSync(screenshots, { recursive: true });
const { open, close, share, change } = await session(executablePath, reports);

/** What the table says about a keypoint of X: its number, vertices, candidates, error. @param {Page} page @param {number} index */
async function row(page, index) {
  return page.locator('#keypoints tbody tr').nth(index).locator('td').allTextContents();
}

/** A keypoint of X that faces the viewer and whose partner does, too. @param {Page} page */
async function clearKeypoint(page) {
  const n = await page.locator('#keypoints tbody tr').count();
  for (let k = 0; k < n; ++k) {
    if (!(await positionOf(page, 'x', k)).front) continue;
    // The keypoints of Y are those of X in reverse.
    if ((await positionOf(page, 'y', n - 1 - k)).front) return { x: k, y: n - 1 - k };
  }
  throw new Error('no keypoint is in sight');
}

async function shapesAreShown() {
  const { page, trouble } = await open('full.html');
  for (const side of /** @type {const} */ (['x', 'y'])) {
    const picture = await viewPicture(page, side);
    assert.ok((await share(picture, shaded)) > 0.05, `the canvas of ${side} is blank`);
    assert.ok((await share(picture, colourful)) > 0.005, `no balls on ${side}`);
  }
  assert.match(await page.locator('#verdict').innerText(), /proven that no match/);
  assert.ok((await page.locator('.plot path').count()) === 3);
  await page.screenshot({ path: join(screenshots, 'report.png'), fullPage: true });
  assert.deepEqual(trouble, []);
  return page;
}

/** @param {Page} page */
async function clickHighlightsThePartner(page) {
  const pair = await clearKeypoint(page);
  const [atX, atY] = [await positionOf(page, 'x', pair.x), await positionOf(page, 'y', pair.y)];
  const before = await around(page, atY);
  assert.ok((await share(before, black)) < 0.05);
  await page.mouse.click(atX.x, atX.y);
  await page.mouse.move(5, 5);
  const after = await around(page, atY);
  // The partner has a black ring now, and nothing else has one on its own shape but the keypoint itself.
  assert.ok((await share(after, black)) > 0.05, 'the partner is not highlighted');
  assert.ok((await share(await around(page, atX), black)) > 0.05, 'the keypoint is not highlighted');
  const [number, vertexX, vertexY, candidates] = await row(page, pair.x);
  const said = await page.locator('#details').innerText();
  for (const part of [`X keypoint ${pair.x}, vertex ${vertexX}`, `Y keypoint ${pair.y}, vertex ${vertexY}`, `Candidates ${candidates}`, 'Error right'])
    assert.ok(said.replace(/\s+/g, ' ').includes(part), `“${said}” lacks “${part}”`);
  assert.equal(number, String(pair.x));
  assert.equal(await page.locator('#lines line').count(), 1);
  assert.equal(await page.locator('#keypoints tr.focused').count(), 1);
  // And the other way round, from Y; Escape ends it.
  await page.mouse.click(atY.x, atY.y);
  assert.match(await page.locator('#details').innerText(), new RegExp(`^${pair.x}\\s+Y keypoint ${pair.y},`));
  await page.mouse.move(5, 5);
  await page.keyboard.press('Escape');
  assert.ok((await share(await around(page, atY), black)) < 0.05);
}

/** @param {Page} page */
async function sliderMorphs(page) {
  await page.locator('#slider-x').focus();
  const [x, y] = [await viewPicture(page, 'x'), await viewPicture(page, 'y')];
  const nose = await positionOf(page, 'x', 0);
  await page.keyboard.press('End');
  await drawn(page);
  assert.equal(await page.locator('#slider-x').inputValue(), '100');
  const moved = await positionOf(page, 'x', 0);
  assert.ok(Math.hypot(moved.x - nose.x, moved.y - nose.y) > 3, 'the keypoints do not follow the morph');
  assert.ok((await change(await viewPicture(page, 'x'), x)) > 0.01, 'X has not changed');
  assert.ok((await change(await viewPicture(page, 'y'), y)) < 0.001, 'Y has changed with X');
  await page.keyboard.press('Home');
}

/** @param {Page} page */
async function coloursChange(page) {
  const plain = await share(await viewPicture(page, 'x'), colourful);
  for (const name of ['Orientation', 'Reconstruction error', 'Dense map']) {
    await page.getByRole('radio', { name }).check();
    for (const side of /** @type {const} */ (['x', 'y']))
      assert.ok((await share(await viewPicture(page, side), colourful)) > plain + 0.02, `no colours: ${name} on ${side}`);
    assert.ok((await page.locator('#legend').innerText()).length > 10);
  }
}

/** @param {Page} page */
async function keysWork(page) {
  const n = await page.locator('#keypoints tbody tr').count();
  await page.locator('h1').click();
  await page.keyboard.press('l');
  await drawn(page);
  assert.equal(await page.locator('#lines line').count(), n);
  await page.keyboard.press(']');
  assert.equal(await page.locator('#keypoints button[aria-pressed=true]').count(), 1);
  assert.match(String(await page.locator('#spoken').textContent()), /X keypoint 0/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  // Cameras: linked, both turn; free, one.
  await page.locator('#canvas-x').focus();
  for (const linked of [true, false]) {
    const y = await positionOf(page, 'y', 0);
    const x = await positionOf(page, 'x', 0);
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    assert.notDeepEqual(await positionOf(page, 'x', 0), x);
    const turned = JSON.stringify(await positionOf(page, 'y', 0)) !== JSON.stringify(y);
    assert.equal(turned, linked);
    await page.keyboard.press('k');
  }
}

/** Every part of the page is about the match that is chosen, or says that it is not. @param {Page} page */
async function alternativesAreShownAsTheyAre(page) {
  const choose = (/** @type {string} */ k) => page.locator('#match').selectOption(k);
  const text = (/** @type {string} */ id) => page.locator(id).innerText();
  const all = async () => ({ row: await row(page, 0), facts: await text('#facts'), terms: await text('#terms'), legend: await text('#legend') });
  await page.getByRole('radio', { name: 'Reconstruction error' }).check();
  await page.locator('#slider-x').focus();
  await page.keyboard.press('End');
  await page.locator('#match').focus();
  const [best, bestPicture] = [await all(), await viewPicture(page, 'x')];
  assert.equal(best.row[4], 'right');
  assert.equal(await page.locator('#shown').innerText(), '');
  // The mirror image exchanges left and right: another vertex of Y for a paw, with a note of what it costs.
  await choose('1');
  const mirror = await all();
  assert.notEqual(mirror.row[2], best.row[2]);
  assert.match(mirror.row[4], /%$/);
  assert.match(String(await page.locator('#match option').nth(1).textContent()), /\+.* %, mirror image/);
  for (const part of /** @type {const} */ (['facts', 'terms'])) assert.notEqual(mirror[part], best[part], part);
  assert.match(await text('#shown'), /shown is: Alternative 1/);
  assert.match(mirror.facts, /Gap of the best/);
  await page.getByRole('radio', { name: 'Dense map' }).check();
  assert.match(await text('#legend'), /of the best match, not of this one/);
  await page.getByRole('radio', { name: 'Reconstruction error' }).check();
  await choose('2');
  assert.notEqual(await text('#legend'), best.legend);
  assert.ok((await change(await viewPicture(page, 'x'), bestPicture)) > 0.05, 'the alternative is bent as the best match');
  // How the last one bends the shapes is not there: no slider, no colours, and the shape as it is.
  await choose('3');
  assert.equal(await page.locator('#slider-x').count(), 0);
  for (const id of ['#morph-x', '#morph-y', '#legend']) assert.match(await text(id), /is not in the report/);
  const plain = await share(await viewPicture(page, 'x'), colourful);
  assert.ok(plain < 0.5 * (await share(bestPicture, colourful)), `colours of another match: ${plain}`);
  await choose('0');
  assert.deepEqual(await all(), best);
  assert.ok((await change(await viewPicture(page, 'x'), bestPicture)) < 0.001, 'the best match is not bent as before');
  await page.locator('#slider-x').focus();
  await page.keyboard.press('Home');
}

async function darkAndPhone() {
  const dark = await open('full.html', { colorScheme: 'dark' });
  await dark.page.getByRole('radio', { name: 'Dense map' }).check();
  await dark.page.locator('#lines-toggle').click();
  await drawn(dark.page);
  await dark.page.screenshot({ path: join(screenshots, 'report-dark.png') });
  assert.deepEqual(dark.trouble, []);
  const phone = await open('full.html', asPhone);
  assert.equal(await phone.page.evaluate(() => document.documentElement.scrollWidth), 390);
  for (const side of ['x', 'y']) {
    const box = /** @type {Box} */ (await phone.page.locator(`#canvas-${side}`).boundingBox());
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.height > 200);
  }
  const pair = await clearKeypoint(phone.page);
  const at = await positionOf(phone.page, 'x', pair.x);
  await phone.page.touchscreen.tap(at.x, at.y);
  assert.match(await phone.page.locator('#details').innerText(), /X keypoint \d+/);
  await drawn(phone.page);
  await phone.page.screenshot({ path: join(screenshots, 'report-phone.png') });
  assert.deepEqual(phone.trouble, []);
}

/** Keypoints that the program chose, and another placement of them: its keypoints are other vertices of Y. */
async function otherPlacementHasItsOwnKeypoints() {
  const { page, trouble } = await open('ambiguous.html');
  const verdict = await page.locator('#verdict').innerText();
  for (const part of ['Ambiguous', 'misfit is 1.23 % higher']) assert.ok(verdict.includes(part), `“${verdict}” lacks “${part}”`);
  const place = async () => {  // relative to its partner, because the text above the views may change
    const [x, y] = [await positionOf(page, 'x', 3), await positionOf(page, 'y', 3)];
    return [Math.round(y.x - x.x), Math.round(y.y - x.y)];
  };
  const [pair, before] = [await row(page, 3), await place()];
  assert.match(pair[4], /^0\.\d+ %$|^\d+ %$/);  // how far it moved
  await page.locator('#match').selectOption({ label: 'Other placement, misfit +1.23 %' });
  await drawn(page);
  const [otherPair, after] = [await row(page, 3), await place()];
  assert.equal(otherPair[1], pair[1]);
  assert.notEqual(otherPair[2], pair[2]);
  assert.deepEqual(otherPair.slice(3), ['–', '–']);
  assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 3, 'the ball has not moved');
  await page.locator('#keypoints button').nth(3).click();
  assert.match(await page.locator('#details').innerText(), new RegExp(`Y keypoint 3, vertex ${otherPair[2]}`));
  assert.match(await page.locator('#shown').innerText(), /Other placement/);
  assert.doesNotMatch(await page.locator('#facts').innerText(), /NaN|Objective/);
  assert.match(await page.locator('#terms').innerText(), /no objective/);
  await page.locator('#match').selectOption('0');
  await drawn(page);
  assert.deepEqual(await row(page, 3), pair);
  assert.deepEqual(await place(), before);
  assert.deepEqual(trouble, []);
}

async function cloudWithStrangeNames() {
  const { page, trouble } = await open('cloud.html');
  assert.ok((await share(await viewPicture(page, 'y'), shaded)) > 0.03, 'no points');
  assert.equal(await page.locator('h1').innerText(), '</script><script>window.broken=1</script> ↔ <img src=x onerror=window.broken=1>');
  assert.equal(await page.evaluate(() => 'broken' in window), false);
  assert.equal(await page.getByRole('radio', { name: 'Dense map' }).count(), 0);
  assert.match(await page.locator('#verdict').innerText(), /Nothing was searched or proven/);
  assert.deepEqual(trouble, []);
}

async function largeShapes() {
  const size = statSync(join(reports, 'large.html')).size;
  assert.ok(size < 15e6, `${size} bytes`);
  const start = performance.now();
  const { page, trouble } = await open('large.html');
  console.log(`two shapes of 50 000 vertices: ${(size / 1e6).toFixed(1)} MB, shown after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  assert.ok((await share(await viewPicture(page, 'x'), shaded)) > 0.05);
  assert.deepEqual(trouble, []);
}

async function pictureFromTheProgram() {
  const file = (/** @type {string} */ name) => join(reports, name);
  const png = join(screenshots, 'image.png');
  execFileSync(program, ['match', file('x.off'), file('y.off'), '--kx', file('x.txt'), '--ky', file('y.txt'), '--image', png]);
  const bytes = readFileSync(png);
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [3200, 1440]);
  assert.ok((await share(bytes, shaded)) > 0.05);
  assert.ok((await share(bytes, colourful)) > 0.005);
}

try {
  const page = await shapesAreShown();
  await clickHighlightsThePartner(page);
  await sliderMorphs(page);
  await coloursChange(page);
  await alternativesAreShownAsTheyAre(page);
  await keysWork(page);
  await otherPlacementHasItsOwnKeypoints();
  await darkAndPhone();
  await cloudWithStrangeNames();
  await largeShapes();
  await pictureFromTheProgram();
  console.log('The reports work.');
} finally {
  await close();
}
