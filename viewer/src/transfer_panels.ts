import { byId, html } from './dom.js';
import { chip } from './keypoint_table.js';
import { numbersOf } from './landmark_table.js';
import { fact } from './panels.js';
import { focusOf, type State, type Store } from './state.js';
import { badge } from './target_table.js';
import type { ShownTarget, Target } from './transfer_data.js';
import { percent } from './words.js';

/** What the reader should do about a target. */
export function sentenceOf({ status, failure, doubtful }: Target, count: number): string {
  if (failure) return failure;
  if (status === 'ambiguous')
    return 'Another match of the shapes (limbs exchanged, or the body turned) fits nearly as well: compare them. No landmark is trusted.';
  if (doubtful.length === 0) return `All ${count} landmarks are trusted.`;
  return `${doubtful.length} of ${count} landmarks should be looked at: those with dashed rings.`;
}

export function showTargetHeader({ target, names, landmarks, margin, proven }: ShownTarget): void {
  document.title = `${target.name} · landmarks · sigmatch`;
  byId('title').textContent = target.name;
  byId('verdict').append(badge(target), ' ', sentenceOf(target, names.length));
  byId('facts').append(
    fact('Least trust', Math.min(...landmarks.map(({ trust }) => trust)).toFixed(2)),
    fact('Other placement', margin === null ? 'none' : `${percent(margin)} worse`),
    fact('Match', proven ? 'proven' : 'not proven'));
}

/** The landmark in focus, below the views; spoken when one is chosen. */
export function showLandmarkDetails(shown: ShownTarget, colours: string[], store: Store): void {
  const line = byId('details');
  const spoken = byId('spoken');
  const show = (state: State, before: State | null) => {
    const focus = focusOf(state);
    line.replaceChildren(...(focus
      ? [
          chip(colours[focus.index], String(focus.index)),
          html('span', {}, shown.names[focus.index]),
          ...numbersOf(shown, focus.index).map(([name, value]) => html('span', {}, html('b', {}, `${name} `), value)),
          ...(shown.target.doubtful.includes(focus.index) ? [html('span', { class: 'wrong' }, 'to check')] : []),
        ]
      : [html('span', { class: 'quiet' }, 'Hover or tap a landmark to see its name.')]));
    if (state.selected !== before?.selected) spoken.textContent = state.selected ? (line.textContent ?? '') : '';
  };
  show(store.state, null);
  store.listen(show);
}
