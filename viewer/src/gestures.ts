/** What a pointer, a wheel, fingers and keys do to a view. Lengths are in shares of the view's height. */
export interface Gestures {
  turn(right: number, down: number, roll?: number): void;
  shift(right: number, up: number): void;
  zoom(factor: number): void;
  reset(): void;
  /** Pixels from the canvas' corner; null: the pointer has left. */
  hover(at: { x: number; y: number } | null): void;
  /** `coarse`: with a finger. */
  click(at: { x: number; y: number }, coarse: boolean): void;
}

const clickReach = 5;

function listenToPointers(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const at = (event: PointerEvent) => ({ x: event.offsetX, y: event.offsetY });

  canvas.addEventListener('pointerdown', (event) => {
    down.set(event.pointerId, at(event));
    if (down.size === 1) travelled = 0;
    canvas.setPointerCapture(event.pointerId);
  });

  canvas.addEventListener('pointermove', (event) => {
    const before = down.get(event.pointerId);
    const now = at(event);
    if (!before) {
      if (event.pointerType !== 'touch') gestures.hover(now);
      return;
    }
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    travelled += Math.hypot(dx, dy);
    const unit = canvas.clientHeight;
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {  // two fingers: half of their middle's way, their distance, their angle
      const [ax, ay, bx, by] = [before.x - other.x, before.y - other.y, now.x - other.x, now.y - other.y];
      gestures.shift(dx / 2 / unit, -dy / 2 / unit);
      gestures.zoom(Math.hypot(bx, by) / Math.max(1, Math.hypot(ax, ay)));
      gestures.turn(0, 0, Math.atan2(ax * by - ay * bx, ax * bx + ay * by));
    } else if (event.buttons & 6 || event.shiftKey) {
      gestures.shift(dx / unit, -dy / unit);
    } else if (travelled > clickReach) {
      gestures.turn(dx / unit, dy / unit);
    }
    down.set(event.pointerId, now);
  });

  const end = (event: PointerEvent) => {
    if (down.delete(event.pointerId) && event.type === 'pointerup' && travelled <= clickReach && event.button === 0)
      gestures.click(at(event), event.pointerType === 'touch');
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => gestures.hover(null));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : 30 * event.deltaY;
    gestures.zoom(Math.exp(-0.0015 * Math.max(-200, Math.min(200, pixels))));
  }, { passive: false });
}

function listenToKeys(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const step = 0.06;
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = event.shiftKey ? gestures.shift : gestures.turn;
    const sign = event.shiftKey ? -1 : 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step * sign),
      ArrowDown: () => move(0, step * sign),
      ',': () => gestures.turn(0, 0, -step),
      '.': () => gestures.turn(0, 0, step),
      '+': () => gestures.zoom(1.15),
      '=': () => gestures.zoom(1.15),
      '-': () => gestures.zoom(1 / 1.15),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

export function listenToGestures(canvas: HTMLCanvasElement, gestures: Gestures): void {
  listenToPointers(canvas, gestures);
  listenToKeys(canvas, gestures);
  canvas.addEventListener('dblclick', () => gestures.reset());
}
