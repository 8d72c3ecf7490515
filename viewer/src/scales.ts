import { linearOf, linearToOklab, oklabToLinear, type Triple } from './oklab.js';

/** A colour scale: control points in Oklab, evenly spaced, straight lines between them. */
export interface Scale {
  stops: readonly string[];
}

/** From blue over a light grey to orange: two ways from nothing, told apart by everybody. */
export const diverging: Scale = { stops: ['#1d4f91', '#6f9ccf', '#eceae6', '#e29a5b', '#a5420f'] };

/** From pale to deep: more is darker. */
export const sequential: Scale = { stops: ['#f3efe2', '#e8c98d', '#d98a5c', '#a8486a', '#4a1d6b'] };

/** Linear red, green and blue at t in 0..1. */
export function colourAt(scale: Scale, t: number): Triple {
  const place = Math.min(1, Math.max(0, t)) * (scale.stops.length - 1);
  const k = Math.min(scale.stops.length - 2, Math.floor(place));
  const from = linearToOklab(linearOf(scale.stops[k]));
  const to = linearToOklab(linearOf(scale.stops[k + 1]));
  const mix = (c: 0 | 1 | 2) => from[c] + (place - k) * (to[c] - from[c]);
  return oklabToLinear([mix(0), mix(1), mix(2)]);
}

/** The value that the share q of the known values does not exceed. */
export function quantile(arrays: (Float32Array | undefined)[], q: number, of = (v: number) => v): number {
  const values: number[] = [];
  for (const array of arrays) for (const v of array ?? []) if (!Number.isNaN(v)) values.push(of(v));
  if (values.length === 0) return 0;
  values.sort((a, b) => a - b);
  return values[Math.round(q * (values.length - 1))];
}

/** Colours of vertices from their values between `from` and `to`; `unknown` for NaN. */
export function scalarColours(
  values: Float32Array, scale: Scale, from: number, to: number, unknown: Triple,
): Float32Array {
  const steps = 256;
  const table = Array.from({ length: steps + 1 }, (_, k) => colourAt(scale, k / steps));
  const width = to > from ? to - from : 1;
  const colours = new Float32Array(3 * values.length);
  values.forEach((v, k) => {
    const step = Math.round(steps * Math.min(1, Math.max(0, (v - from) / width)));
    colours.set(Number.isNaN(v) ? unknown : table[step], 3 * k);
  });
  return colours;
}

/** The box that holds the points: lowest and highest corner. */
export function boxOf(positions: Float32Array): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((v, k) => {
    low[k % 3] = Math.min(low[k % 3], v);
    high[k % 3] = Math.max(high[k % 3], v);
  });
  return { low, high };
}

/**
 * A colour for each place in the box: the longest axis runs through the hues' warm-cold axis, the next through
 * green-red, the shortest through lightness. Close places have close colours.
 */
export function placeColours(points: Float32Array, box: { low: number[]; high: number[] }): Float32Array {
  const extents = box.high.map((h, c) => h - box.low[c]);
  const [long, middle, short] = [0, 1, 2].sort((a, b) => extents[b] - extents[a]);
  const place = (k: number, c: number) => (extents[c] > 0 ? (points[k + c] - box.low[c]) / extents[c] - 0.5 : 0);
  const colours = new Float32Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    const rgb = oklabToLinear([0.7 + 0.22 * place(k, short), 0.22 * place(k, middle), 0.3 * place(k, long)]);
    for (let c = 0; c < 3; ++c) colours[k + c] = Math.min(1, Math.max(0, rgb[c]));
  }
  return colours;
}
