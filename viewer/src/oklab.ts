/** Oklab (Ottosson 2020), where equal distances look about equally different. Lightness is in 0..1. */

export type Triple = readonly [number, number, number];

export function oklabToLinear([L, a, b]: Triple): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

export function linearToOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function decode(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function encode(c: number): number {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** "#rrggbb" of linear red, green and blue; what no screen shows is cut off. */
export function hexOf(linear: Triple): string {
  const byte = (c: number) => Math.round(255 * encode(Math.min(1, Math.max(0, c))));
  return '#' + linear.map((c) => byte(c).toString(16).padStart(2, '0')).join('');
}

export function linearOf(hex: string): Triple {
  const byte = (at: number) => decode(parseInt(hex.slice(at, at + 2), 16) / 255);
  return [byte(1), byte(3), byte(5)];
}

export function inGamut(linear: Triple): boolean {
  return linear.every((c) => c >= -1e-6 && c <= 1 + 1e-6);
}

/** Relative luminance as WCAG has it. */
export function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
