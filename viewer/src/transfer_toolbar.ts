import { viewControls } from './controls.js';
import { byId, html } from './dom.js';
import { keypointKeys, listenToKeys } from './keys.js';
import type { Store } from './state.js';
import { linkTo, neighbour, nextDoubtful } from './targets.js';
import type { Folder, ShownTarget, Target } from './transfer_data.js';

function link(target: Target | undefined, id: string, text: string, key: string): HTMLElement {
  if (!target) return html('span', { class: 'link', 'aria-disabled': 'true' }, text);
  return html('a', { id, class: 'link', href: linkTo(target), title: `${target.name} (key ${key})` }, text);
}

/** Buttons and keys: through the landmarks to check, through the targets, and to change the views. */
export function showTransferToolbar({ targets }: Folder, { target, names }: ShownTarget, store: Store, resetView: () => void): void {
  const check = (by: 1 | -1) => {
    const index = nextDoubtful(target.doubtful, store.state.selected?.index ?? null, by);
    if (index !== undefined) return store.set({ selected: { side: 'x', index }, hovered: null });
    const other = neighbour(targets, target, by, ({ doubtful }) => doubtful.length > 0);
    if (other) location.assign(linkTo(other, by > 0 ? 'first' : 'last'));
  };
  const button = (id: string, text: string, key: string, by: 1 | -1) =>
    html('button', { type: 'button', id, title: `Also on other targets (key ${key})`, click: () => check(by) }, text);
  const [before, after] = [neighbour(targets, target, -1), neighbour(targets, target, 1)];
  const controls = viewControls(store, resetView);
  byId('tools').append(
    html('div', { class: 'group' }, button('previous-check', '‹ Previous to check', 'P', -1), button('next-check', 'Next to check ›', 'N', 1)),
    controls.group,
    html('div', { class: 'group' }, link(before, 'previous-target', '‹ Previous target', 'shift P'), link(after, 'next-target', 'Next target ›', 'shift N')));
  const go = (to: Target | undefined) => {
    if (to) location.assign(linkTo(to));
  };
  listenToKeys({
    ...controls.keys,
    ...keypointKeys(store, names.length),
    n: () => check(1),
    p: () => check(-1),
    N: () => go(after),
    P: () => go(before),
  });
}
