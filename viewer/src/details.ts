import type { Report } from './data.js';
import { byId, html } from './dom.js';
import { chip, errorText } from './keypoint_table.js';
import { candidatesOf, type Keypoint, matchingOf, movementOf, numberOf, partnerOf } from './matching.js';
import { focusOf, matchShown, sideShown, type State, type Store } from './state.js';
import { percent } from './words.js';

const hint = 'Hover or tap a keypoint to see its partner.';

function named(report: Report, state: State, { side, index }: Keypoint): string {
  return `${side.toUpperCase()} keypoint ${index}, vertex ${sideShown(report, state, side).keypoints[index]}`;
}

/** What is known about the keypoint in focus, below the views; spoken when one is chosen. */
export function showDetails(report: Report, colours: string[], store: Store): void {
  const line = byId('details');
  const spoken = byId('spoken');

  const contentOf = (state: State): (Node | string)[] => {
    const focus = focusOf(state);
    if (!focus) return [html('span', { class: 'quiet' }, hint)];
    const shown = matchShown(report, state);
    const { match, errors } = shown;
    const matching = matchingOf(match, report.y.keypoints.length);
    const partner = partnerOf(matching, focus);
    const number = numberOf(matching, focus);
    const candidates = candidatesOf(report, shown, focus);
    const other = focus.side === 'x' ? 'y' : 'x';
    const names = candidates.map((index) => numberOf(matching, { side: other, index })).filter((n) => n >= 0);
    const all = candidates.length === report[other].keypoints.length;
    const facts: (Node | string)[] = [
      number >= 0 ? chip(colours[number], String(number)) : chip('#8c9298', '–'),
      html('span', {}, named(report, state, focus)),
      html('span', { class: 'quiet' }, '↔'),
      html('span', {}, partner ? named(report, state, partner) : 'no partner'),
    ];
    if (errors && number >= 0) facts.push(html('span', {}, html('b', {}, 'Error '), errorText(errors[number])));
    const moved = number >= 0 ? movementOf(report, shown, number) : undefined;
    if (moved !== undefined) facts.push(html('span', {}, html('b', {}, 'Moved '), percent(moved)));
    if (candidates.length > 0)
      facts.push(html('span', {}, html('b', {}, 'Candidates '),
        all ? `all ${candidates.length}` : `${candidates.length}: ${names.sort((a, b) => a - b).join(' ')}`));
    return facts;
  };

  const show = (state: State) => line.replaceChildren(...contentOf(state));
  show(store.state);
  store.listen((state, before) => {
    show(state);
    if (state.selected !== before.selected) spoken.textContent = state.selected ? (line.textContent ?? '') : '';
  });
}
