// What is in the pictures that a browser takes.
import assert from 'node:assert/strict';

/** @param {number} r @param {number} g @param {number} b */
export const colourful = (r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 40;
/** @param {number} r @param {number} g @param {number} b */
export const black = (r, g, b) => Math.max(r, g, b) < 60;
/** @param {number} r @param {number} g @param {number} b */
export const shaded = (r, g, b) => Math.max(r, g, b) < 225;

/**
 * Functions that look at PNGs, with the browser as decoder.
 * @param {import('playwright-core').Browser} browser
 */
export async function pictures(browser) {
  const scratch = await browser.newPage();

  /**
   * The pixels of a PNG, four bytes each.
   * @param {Buffer} png
   * @returns {Promise<Uint8Array>}
   */
  async function pixels(png) {
    const base64 = await scratch.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(image, 0, 0);
      const bytes = context.getImageData(0, 0, image.width, image.height).data;
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return btoa(text);
    }, png.toString('base64'));
    return Buffer.from(base64, 'base64');
  }

  /**
   * How many pixels of a picture fulfil a condition.
   * @param {Buffer} png
   * @param {(r: number, g: number, b: number) => boolean} condition
   */
  async function share(png, condition) {
    const all = await pixels(png);
    let found = 0;
    for (let k = 0; k < all.length; k += 4) found += condition(all[k], all[k + 1], all[k + 2]) ? 1 : 0;
    return found / (all.length / 4);
  }

  /**
   * The share of pixels that differ clearly.
   * @param {Buffer} a
   * @param {Buffer} b
   */
  async function change(a, b) {
    const [before, after] = [await pixels(a), await pixels(b)];
    assert.equal(before.length, after.length);
    let found = 0;
    for (let k = 0; k < before.length; k += 4)
      found += Math.max(...[0, 1, 2].map((c) => Math.abs(before[k + c] - after[k + c]))) > 24 ? 1 : 0;
    return found / (before.length / 4);
  }

  return { share, change };
}
