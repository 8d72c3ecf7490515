// Pages in a browser, and what tests ask of them.
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { pictures } from './pictures.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** @param {Page} page */
export async function drawn(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The page shows its shapes. @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => 'sigmatch' in window);
  await drawn(page);
}

/**
 * A picture of one view, pointer elsewhere.
 * @param {Page} page
 * @param {'x' | 'y'} side
 */
export async function viewPicture(page, side) {
  await drawn(page);
  return page.locator(`#canvas-${side}`).screenshot();
}

/**
 * Where a keypoint is on the page.
 * @param {Page} page
 * @param {'x' | 'y'} side
 * @param {number} index
 */
export async function positionOf(page, side, index) {
  return page.evaluate(([s, k]) => /** @type {any} */ (window).sigmatch.positionOf(s, k), /** @type {const} */ ([side, index]));
}

/** @param {Page} page @param {{ x: number, y: number }} at */
export async function around(page, at) {
  await drawn(page);
  return page.screenshot({ clip: { x: at.x - 18, y: at.y - 18, width: 36, height: 36 } });
}

/**
 * A browser that opens pages of a folder from the disk.
 * @param {string} executablePath
 * @param {string} folder
 */
export async function session(executablePath, folder) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });

  /**
   * Console messages and requests beyond the page itself and its scripts end up in `trouble`.
   * @param {string} name the page, perhaps with what follows a question mark
   * @param {import('playwright-core').BrowserContextOptions} options
   * @param {RegExp} scripts what the page may load besides
   * @param {boolean} hasShapes
   */
  async function open(name, options = {}, scripts = /^$/, hasShapes = true) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
    context.setDefaultTimeout(300_000);  // of a busy machine
    const page = await context.newPage();
    /** @type {string[]} */
    const trouble = [];
    const [file, ...rest] = name.split('?');
    const address = `file://${resolve(join(folder, file))}`;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !/GPU stall|GroupMarkerNotSet/.test(message.text())) trouble.push(message.text());
    });
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (url.split(/[?#]/)[0] !== address && !scripts.test(url)) trouble.push(`request: ${url}`);
    });
    await page.goto([address, ...rest].join('?'));
    if (hasShapes) await ready(page);
    return { page, trouble };
  }

  return { open, close: () => browser.close(), ...(await pictures(browser)) };
}
