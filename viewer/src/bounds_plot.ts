import type { Result } from './data.js';
import { svg } from './dom.js';
import { linearTicks, powerTicks, tickText } from './ticks.js';
import { percent, seconds } from './words.js';

const width = 420;
const height = 230;
const margin = { left: 52, right: 12, top: 10, bottom: 38 };

/** What the search knew at a moment; finite numbers alone. */
export interface Moment {
  time: number;
  lower: number;
  upper: number;
}

/** The trace with its end; bounds before the first match are left out. */
export function moments(result: Result): Moment[] {
  const known = result.trace.flatMap(([time, lower, upper]) =>
    lower === null || upper === null ? [] : [{ time, lower, upper }]);
  const last = known.at(-1);
  if (last) known.push({ time: Math.max(last.time, result.seconds.search), lower: result.lower_bound, upper: result.objective });
  return known;
}

/** Steps: each value holds until the next moment. */
function steps(points: [number, number][]): string {
  return points.map(([x, y], k) => (k === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
}

/** Upper and lower bound over time: where they meet, the match is proven. Null where nothing was searched. */
export function boundsPlot(result: Result): SVGSVGElement | null {
  const trace = moments(result);
  if (trace.length < 2) return null;
  const end = trace[trace.length - 1].time || 1e-3;
  const start = Math.max(trace.find((m) => m.time > 0)?.time ?? end, end / 1e5);
  const logarithmic = end / start > 50;
  const top = 1.04 * Math.max(...trace.map((m) => m.upper).filter((u) => u <= 4 * result.objective), result.objective);
  const x = (time: number) => {
    const share = logarithmic ? Math.log(Math.max(time, start) / start) / Math.log(end / start) : time / end;
    return Number((margin.left + share * (width - margin.left - margin.right)).toFixed(1));
  };
  const y = (value: number) => {
    const share = Math.min(1, Math.max(0, value / top));
    return Number((height - margin.bottom - share * (height - margin.top - margin.bottom)).toFixed(1));
  };
  const upper = trace.map((m): [number, number] => [x(m.time), y(m.upper)]);
  const lower = trace.map((m): [number, number] => [x(m.time), y(m.lower)]);
  const backwards = [...lower].reverse().map(([px, py], k) => (k === 0 ? `V${py}` : `V${py}H${px}`)).join('');
  const plot = svg('svg', {
    viewBox: `0 0 ${width} ${height}`,
    class: 'plot',
    role: 'img',
    'aria-label':
      `Bounds over ${seconds(end)} of search: the best match found ends at ${result.objective.toPrecision(4)}, ` +
      `the proven lower bound at ${result.lower_bound.toPrecision(4)}, a gap of ${percent(result.gap)}.`,
  });
  for (const tick of linearTicks(0, top, 4))
    plot.append(
      svg('line', { class: 'grid', x1: margin.left, x2: width - margin.right, y1: y(tick), y2: y(tick) }),
      svg('text', { class: 'tick', x: margin.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, tickText(tick)));
  for (const tick of logarithmic ? powerTicks(start, end) : linearTicks(0, end, 5))
    plot.append(svg('text', { class: 'tick', x: x(tick), y: height - margin.bottom + 17, 'text-anchor': 'middle' }, tickText(tick)));
  plot.append(
    svg('text', { class: 'axis', x: (margin.left + width - margin.right) / 2, y: height - 4, 'text-anchor': 'middle' },
      logarithmic ? 'seconds, logarithmic' : 'seconds'),
    svg('path', { class: 'between', d: `${steps(upper)}${backwards}Z` }),
    svg('path', { class: 'upper', d: steps(upper) }),
    svg('path', { class: 'lower', d: steps(lower) }));
  return plot;
}
