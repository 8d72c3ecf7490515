import { svg } from './dom.js';

export interface Line {
  from: { x: number; y: number };
  to: { x: number; y: number };
  colour: string;
  /** Both ends face the viewer. */
  clear: boolean;
  strong: boolean;
}

/** Draws the lines over both views. */
export function drawLines(overlay: SVGSVGElement, lines: Line[]): void {
  overlay.replaceChildren(...lines.map(({ from, to, colour, clear, strong }) =>
    svg('line', {
      x1: from.x.toFixed(1), y1: from.y.toFixed(1), x2: to.x.toFixed(1), y2: to.y.toFixed(1),
      stroke: colour,
      'stroke-width': strong ? 2.5 : 1.4,
      'stroke-opacity': strong ? 1 : clear ? 0.75 : 0.22,
      'stroke-linecap': 'round',
    })));
}
