import { svg } from './dom.js';

/** A ball: lines end at it, not in it. */
interface End {
  x: number;
  y: number;
  radius: number;
}

export interface Line {
  from: End;
  to: End;
  colour: string;
  /** Both ends face the viewer. */
  clear: boolean;
  strong: boolean;
}

/** The point of the ball at `end` that is nearest to `other`. */
export function edge(end: End, other: End): { x: number; y: number } {
  const [dx, dy] = [other.x - end.x, other.y - end.y];
  const share = Math.min(0.5, end.radius / (Math.hypot(dx, dy) || 1));
  return { x: end.x + share * dx, y: end.y + share * dy };
}

/** Draws the lines over both views. */
export function drawLines(overlay: SVGSVGElement, lines: Line[]): void {
  overlay.replaceChildren(...lines.map(({ from, to, colour, clear, strong }) => {
    const [a, b] = [edge(from, to), edge(to, from)];
    return svg('line', {
      x1: a.x.toFixed(1), y1: a.y.toFixed(1), x2: b.x.toFixed(1), y2: b.y.toFixed(1),
      stroke: colour,
      'stroke-width': strong ? 2.5 : 1.4,
      'stroke-opacity': strong ? 1 : clear ? 0.75 : 0.22,
      'stroke-linecap': 'round',
    });
  }));
}
