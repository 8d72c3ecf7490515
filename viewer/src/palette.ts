import { hexOf, inGamut, linearOf, linearToOklab, luminance, oklabToLinear, type Triple } from './oklab.js';

/** Linear red, green and blue as full protanopes and deuteranopes see them (Machado et al. 2009). */
const deficiencies: readonly (readonly [Triple, Triple, Triple])[] = [
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];

function asSeenWith(matrix: readonly [Triple, Triple, Triple], rgb: Triple): Triple {
  const row = (m: Triple) => Math.max(0, m[0] * rgb[0] + m[1] * rgb[1] + m[2] * rgb[2]);
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** A colour in Oklab: as most see it, and with either deficiency. */
function looks(rgb: Triple): Triple[] {
  return [linearToOklab(rgb), ...deficiencies.map((d) => linearToOklab(asSeenWith(d, rgb)))];
}

function distance(p: Triple, q: Triple): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** How different two colours are, to the most and, counted less, to those who confuse them. */
export function difference(a: Triple, b: Triple): number {
  return differenceOfLooks(looks(a), looks(b));
}

function differenceOfLooks(a: Triple[], b: Triple[]): number {
  const normal = distance(a[0], b[0]);
  const deficient = Math.min(distance(a[1], b[1]), distance(a[2], b[2]));
  return Math.min(normal, 2 * deficient);
}

/** Clear colours, neither so light nor so dark that they are lost on either background. */
function choices(): Triple[] {
  const colours: Triple[] = [];
  for (const L of [0.45, 0.54, 0.63, 0.72, 0.81])
    for (const chroma of [0.1, 0.15, 0.2])
      for (let hue = 0; hue < 360; hue += 12) {
        const angle = (hue * Math.PI) / 180;
        const rgb = oklabToLinear([L, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
        if (inGamut(rgb)) colours.push(rgb);
      }
  return colours;
}

/**
 * `count` colours as "#rrggbb", each as different as can be from those before it. The first is a blue. The shape's
 * own grey counts as taken.
 */
export function palette(count: number): string[] {
  const rgb = choices();
  const seen = rgb.map(looks);
  const grey = looks(linearOf('#b4b8bd'));
  const nearest = seen.map((colour) => differenceOfLooks(colour, grey));
  const first = looks(linearOf('#2f6fb5'));
  let next = seen.reduce((best, c, k) => (distance(c[0], first[0]) < distance(seen[best][0], first[0]) ? k : best), 0);
  const chosen: string[] = [];
  while (chosen.length < count) {
    chosen.push(hexOf(rgb[next]));
    for (let k = 0; k < seen.length; ++k) nearest[k] = Math.min(nearest[k], differenceOfLooks(seen[k], seen[next]));
    next = nearest.reduce((best, d, k) => (d > nearest[best] ? k : best), 0);
  }
  return chosen;
}

/** Black or white, whichever reads better on the colour. */
export function textOn(hex: string): string {
  const Y = luminance(linearOf(hex));
  return (Y + 0.05) / 0.05 > 1.05 / (Y + 0.05) ? '#101418' : '#ffffff';
}
