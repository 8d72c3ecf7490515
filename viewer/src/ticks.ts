/** Round numbers from `from` to `to`, about `count` of them. */
export function linearTicks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count;
  if (!(rough > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999)!;
  const ticks: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9) + 0; k * step <= to * (1 + 1e-9); ++k) ticks.push(k * step);
  return ticks;
}

/** Powers of ten from `from` to `to`. */
export function powerTicks(from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let k = Math.ceil(Math.log10(from) - 1e-9); 10 ** k <= to * (1 + 1e-9); ++k) ticks.push(10 ** k);
  return ticks;
}

/** As short as the ticks around it allow. */
export function tickText(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-4) return value.toExponential(0).replace('e+', 'e');
  return String(Number(value.toPrecision(3)));
}
