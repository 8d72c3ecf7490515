import type { Pairing, Scene, Side, SideName } from './data.js';
import type { Keypoint } from './matching.js';

export type ColourMode = 'plain' | 'orientation' | 'error' | 'dense';
export type Theme = 'auto' | 'light' | 'dark';

/** Everything that the reader can change, but for the cameras. */
export interface State {
  hovered: Keypoint | null;
  selected: Keypoint | null;
  colour: ColourMode;
  lines: boolean;
  linked: boolean;
  morph: Record<SideName, number>;
  /** 0: the best match; k: the k-th alternative; the last: the other placement, if there is one. */
  match: number;
  theme: Theme;
}

export const firstState: State = {
  hovered: null,
  selected: null,
  colour: 'plain',
  lines: false,
  linked: true,
  morph: { x: 0, y: 0 },
  match: 0,
  theme: 'auto',
};

/** The one place where the state is; whoever shows a part of it listens. */
export class Store {
  private listeners: ((state: State, before: State) => void)[] = [];

  constructor(public state: State) {}

  listen(listener: (state: State, before: State) => void): void {
    this.listeners.push(listener);
  }

  set(change: Partial<State>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    for (const listener of this.listeners) listener(this.state, before);
  }
}

export function matchShown<P extends Pairing>(scene: { matches: P[] }, state: State): P {
  return scene.matches[state.match];
}

/** A shape with the keypoints that the match shown is about. */
export function sideShown(scene: Scene, state: State, side: SideName): Side {
  const { placement } = matchShown(scene, state);
  return side === 'y' && placement ? { ...scene.y, ...placement } : scene[side];
}

/** The keypoint that is talked about: that under the pointer, else the chosen one. */
export function focusOf(state: State): Keypoint | null {
  return state.hovered ?? state.selected;
}
