import type { Store } from './state.js';

/** What keys do, wherever the focus is but in a field. */
export type Keys = Record<string, () => void>;

/** The position after or before the current one among `count`, round and round; the first or the last if there is none. */
export function stepped(now: number | null, by: 1 | -1, count: number): number {
  return now === null ? (by > 0 ? 0 : count - 1) : (now + by + count) % count;
}

/** Steps through the keypoints of X. */
export function keypointKeys(store: Store, count: number): Keys {
  const step = (by: 1 | -1) => {
    const { selected } = store.state;
    const index = stepped(selected?.side === 'x' ? selected.index : null, by, count);
    store.set({ selected: { side: 'x', index }, hovered: null });
  };
  return { ']': () => step(1), '[': () => step(-1), Escape: () => store.set({ selected: null, hovered: null }) };
}

export function listenToKeys(keys: Keys): void {
  document.addEventListener('keydown', (event) => {
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || (inField && event.key !== 'Escape')) return;
    keys[event.key]?.();
  });
}
