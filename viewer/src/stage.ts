import { type BallLook, highlightedSize, ringReach } from './balls.js';
import { colouringOf } from './colouring.js';
import { type Scene, type SideName, sideNames } from './data.js';
import { byId } from './dom.js';
import { listenToGestures } from './gestures.js';
import { drawLines, type Line } from './lines.js';
import { candidatesOf, type Keypoint, matchingOf, numberOf, partnerOf, sameKeypoint } from './matching.js';
import { copyPose, firstPose, fitOf, type Pose, shifted, turned, zoomed } from './pose.js';
import { ShapeView, type ViewTheme } from './shape_view.js';
import { focusOf, matchShown, sideShown, type State, type Store } from './state.js';

const themes: Record<'light' | 'dark', ViewTheme> = {
  light: { plain: '#d3d7dc', haze: '#f1f3f5', ring: '#14181d' },
  dark: { plain: '#9aa2ab', haze: '#1a1e22', ring: '#ffffff' },
};

export function isDark(state: State): boolean {
  return state.theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : state.theme === 'dark';
}

declare global {
  interface Window {
    /** For scripts and tests: the shapes are shown, and where their keypoints are on the page. */
    sigmatch?: { positionOf(side: SideName, index: number): { x: number; y: number; front: boolean } };
  }
}

/** Both shapes side by side. Draws when something has changed, and not more than once per frame. */
export class Stage {
  private readonly views: Record<SideName, ShapeView>;
  private readonly first: Pose;
  private poses: Record<SideName, Pose>;
  private readonly frame = byId('views');
  private readonly overlay = document.querySelector<SVGSVGElement>('#lines')!;
  private frameAsked = 0;

  constructor(private readonly scene: Scene, private readonly colours: string[], private readonly store: Store) {
    this.views = { x: this.makeView('x'), y: this.makeView('y') };
    this.first = firstPose(scene.x.positions);
    this.poses = { x: copyPose(this.first), y: copyPose(this.first) };
    this.fitViews();
    this.show(store.state, null);
    store.listen((state, before) => this.show(state, before));
    const observer = new ResizeObserver(() => this.drawNow());
    for (const side of sideNames) observer.observe(this.views[side].canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.show(store.state, null));
    this.draw();
    window.sigmatch = { positionOf: (side, index) => this.positionOf(side, index) };
  }

  /** Both shapes at the same scale, each in the middle of its view. */
  private fitViews(): void {
    const fits = sideNames.map((side) => fitOf([this.scene[side].positions], this.first.turn));
    const half = fits[0].half.clone().max(fits[1].half);
    sideNames.forEach((side, k) => this.views[side].setFit({ middle: fits[k].middle, half }));
  }

  private makeView(side: SideName): ShapeView {
    const canvas = byId(`canvas-${side}`) as HTMLCanvasElement;
    const view = new ShapeView(canvas, this.scene[side]);
    const pick = (at: { x: number; y: number }, reach: number): Keypoint | null => {
      const index = view.pick(at.x, at.y, reach);
      return index < 0 ? null : { side, index };
    };
    const move = (change: (pose: Pose) => Pose) => this.move(side, change);
    listenToGestures(canvas, {
      turn: (right, down, roll) => move((pose) => turned(pose, 3.2 * right, 3.2 * down, roll)),
      shift: (right, up) => move((pose) => shifted(pose, (2 * right) / pose.zoom, (2 * up) / pose.zoom)),
      zoom: (factor) => move((pose) => zoomed(pose, factor)),
      reset: () => this.reset(),
      hover: (at) => {
        const hovered = at && pick(at, 13);
        canvas.style.cursor = hovered ? 'pointer' : '';
        if (!sameKeypoint(hovered, this.store.state.hovered)) this.store.set({ hovered });
      },
      click: (at, coarse) => {
        const found = pick(at, coarse ? 26 : 13);
        this.store.set({ selected: sameKeypoint(found, this.store.state.selected) ? null : found });
      },
    });
    return view;
  }

  private move(side: SideName, change: (pose: Pose) => Pose): void {
    for (const name of sideNames)
      if (name === side || this.store.state.linked) this.poses[name] = change(this.poses[name]);
    this.draw();
  }

  reset(): void {
    this.poses = { x: copyPose(this.first), y: copyPose(this.first) };
    this.draw();
  }

  private show(state: State, before: State | null): void {
    const dark = isDark(state);
    if (!before || state.theme !== before.theme)
      for (const side of sideNames) this.views[side].setTheme(themes[dark ? 'dark' : 'light']);
    const match = matchShown(this.scene, state);
    if (!before || state.match !== before.match)
      for (const side of sideNames) {
        this.views[side].setBent(match.bent?.[side].positions);
        this.views[side].setKeypoints(sideShown(this.scene, state, side).shownKeypoints);
      }
    if (!before || state.match !== before.match || state.colour !== before.colour) {
      const colouring = colouringOf(this.scene, match, state.colour);
      for (const side of sideNames) this.views[side].setColours(colouring[side]);
    }
    if (before && state.linked && !before.linked) this.poses.y = copyPose(this.poses.x);
    for (const side of sideNames) {
      this.views[side].setMorph(state.morph[side]);
      this.views[side].setLooks(this.looks(side, state));
    }
    this.draw();
  }

  /** The keypoint in focus and its partner stand out, its candidates are ringed, the others stand back. */
  private looks(side: SideName, state: State): BallLook[] {
    const shown = matchShown(this.scene, state);
    const matching = matchingOf(shown.match, this.scene.y.keypoints.length);
    const focus = focusOf(state);
    const partner = focus && partnerOf(matching, focus);
    const candidates = new Set(focus && focus.side !== side ? candidatesOf(this.scene, shown, focus) : []);
    return this.scene[side].keypoints.map((_, index) => {
      const keypoint: Keypoint = { side, index };
      const number = numberOf(matching, keypoint);
      const isInFocus = sameKeypoint(keypoint, focus) || (partner !== null && sameKeypoint(keypoint, partner));
      return {
        colour: number >= 0 ? this.colours[number] : '#8c9298',
        text: number >= 0 ? String(number) : '–',
        emphasis: !focus ? 'normal' : isInFocus ? 'highlighted' : candidates.has(index) ? 'candidate' : 'faded',
        doubtful: this.scene.doubtful.includes(number),
      };
    });
  }

  private linesNow(state: State): Line[] {
    const focus = focusOf(state);
    const matching = matchingOf(matchShown(this.scene, state).match, this.scene.y.keypoints.length);
    const frame = this.frame.getBoundingClientRect();
    const at = (side: SideName, index: number, strong: boolean) => {
      const { x, y, front } = this.positionOf(side, index);
      const radius = this.views[side].ballPixels * (strong ? highlightedSize * ringReach : 1);
      return { x: x - frame.left, y: y - frame.top, radius, front };
    };
    return matching.partnerOfX.flatMap((j, i) => {
      if (j < 0) return [];
      const strong = focus !== null && (focus.side === 'x' ? focus.index === i : focus.index === j);
      if (!strong && !state.lines) return [];
      const [from, to] = [at('x', i, strong), at('y', j, strong)];
      const clear = from.front && to.front && !(focus && !strong);
      return [{ from, to, colour: this.colours[i], clear, strong }];
    });
  }

  private draw(): void {
    if (this.frameAsked === 0) this.frameAsked = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    cancelAnimationFrame(this.frameAsked);
    this.frameAsked = 0;
    for (const side of sideNames) {
      const view = this.views[side];
      view.resize();
      view.setPose(this.poses[side]);
      view.render();
    }
    drawLines(this.overlay, this.linesNow(this.store.state));
  }

  /** Where a keypoint is on the page. */
  positionOf(side: SideName, index: number): { x: number; y: number; front: boolean } {
    const box = this.views[side].canvas.getBoundingClientRect();
    const { x, y, front } = this.views[side].project(index);
    return { x: x + box.left, y: y + box.top, front };
  }
}
