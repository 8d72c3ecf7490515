import { byId, html } from './dom.js';
import { chip } from './keypoint_table.js';
import { focusOf, type State, type Store } from './state.js';
import type { ShownTarget } from './transfer_data.js';
import { percent } from './words.js';

/** What is known about a landmark: names and values. With one template there is no spread, but for rounding. */
export function numbersOf({ landmarks }: ShownTarget, k: number): [string, string][] {
  const { trust, return_error, spread } = landmarks[k];
  const several = landmarks.some((landmark) => landmark.spread > 1e-9);
  return [['Trust', trust.toFixed(2)], ['Return error', percent(return_error)],
    ...(several ? [['Spread', percent(spread)] as [string, string]] : [])];
}

/** Every landmark as a row, and the way to the balls by keyboard. */
export function showLandmarkTable(shown: ShownTarget, colours: string[], store: Store): void {
  const { names, target } = shown;
  const rows = names.map((name, index) => {
    const isDoubtful = target.doubtful.includes(index);
    const choose = () => store.set({ selected: store.state.selected?.index === index ? null : { side: 'x', index } });
    const button = html('button', {
      type: 'button',
      click: choose,
      'aria-pressed': 'false',
      'aria-label': `${index}, ${name}${isDoubtful ? ', to check' : ''}`,
    }, chip(colours[index], String(index)));
    const row = html('tr', {
      mouseenter: () => store.set({ hovered: { side: 'x', index } }),
      mouseleave: () => store.set({ hovered: null }),
      click: (event) => {
        if (!(event.target as Element).closest('button')) choose();
      },
    },
    html('td', {}, button),
    html('td', { class: 'name' }, name, ...(isDoubtful ? [' ', html('span', { class: 'wrong' }, 'check')] : [])),
    ...numbersOf(shown, index).map(([, value]) => html('td', { class: 'number' }, value)));
    return { row, button };
  });
  byId('landmarks').append(html('table', { class: 'rows pick' },
    html('caption', { class: 'hidden' }, 'Landmarks'),
    html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, 'Ball'), html('th', { scope: 'col' }, 'Name'),
      ...numbersOf(shown, 0).map(([title]) => html('th', { scope: 'col', class: 'number' }, title)))),
    html('tbody', {}, ...rows.map(({ row }) => row))));

  const mark = (state: State, before: State | null) => {
    const focus = focusOf(state);
    rows.forEach(({ row, button }, index) => {
      row.classList.toggle('focused', focus?.index === index);
      button.setAttribute('aria-pressed', String(state.selected?.index === index));
    });
    const chosen = state.selected && state.selected !== before?.selected ? rows[state.selected.index].row : null;
    const list = byId('landmarks');
    if (chosen) list.scrollTop = chosen.offsetTop - list.clientHeight / 2;
  };
  mark(store.state, null);
  store.listen(mark);
}
