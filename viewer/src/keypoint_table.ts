import type { Report } from './data.js';
import { byId, html } from './dom.js';
import { candidatesOf, type Keypoint, matchingOf, movementOf, numberOf, partnerOf, sameKeypoint } from './matching.js';
import { textOn } from './palette.js';
import { focusOf, matchShown, sideShown, type State, type Store } from './state.js';
import { percent } from './words.js';

export function chip(colour: string, text: string): HTMLElement {
  return html('span', { class: 'chip', style: `background:${colour};color:${textOn(colour)}` }, text);
}

export function errorText(error: number | null | undefined): string {
  if (error === null || error === undefined) return '–';
  return error === 0 ? 'right' : percent(error);
}

/** Every pair as a row: for those who would rather read, and the way to the balls by keyboard. */
export function showKeypointTable(report: Report, colours: string[], store: Store): void {
  const truthIsKnown = report.matches.some(({ errors }) => errors);
  const wereChosen = report.result.chosen_keypoints !== undefined;
  const head = ['Pair', 'Vertex of X', 'Vertex of Y', 'Candidates', ...(truthIsKnown ? ['Error'] : []), ...(wereChosen ? ['Moved'] : [])];
  const body = html('tbody');
  byId('keypoints').append(
    html('table', { class: 'rows numbers pick' },
      html('caption', { class: 'hidden' }, 'Matched keypoints'),
      html('thead', {}, html('tr', {}, ...head.map((name) => html('th', { scope: 'col' }, name)))),
      body));
  let rows: { keypoint: Keypoint; row: HTMLElement; button: HTMLElement }[] = [];

  const fill = (state: State) => {
    const shown = matchShown(report, state);
    const { match, errors, placement } = shown;
    const matching = matchingOf(match, report.y.keypoints.length);
    const verticesOfY = sideShown(report, state, 'y').keypoints;
    rows = report.x.keypoints.map((vertex, index) => {
      const keypoint: Keypoint = { side: 'x', index };
      const partner = partnerOf(matching, keypoint);
      const number = numberOf(matching, keypoint);
      const vertexOfY = partner ? String(verticesOfY[partner.index]) : 'no partner';
      const moved = movementOf(report, shown, index);
      const choose = () => store.set({ selected: sameKeypoint(store.state.selected, keypoint) ? null : keypoint });
      const button = html('button', {
        type: 'button',
        click: choose,
        'aria-pressed': 'false',
        'aria-label': `Keypoint ${index} of X, vertex ${vertex}; on Y: ${partner ? `vertex ${vertexOfY}` : vertexOfY}`,
      }, number < 0 ? chip('#8c9298', '–') : chip(colours[number], String(number)));
      const row = html('tr', {
        mouseenter: () => store.set({ hovered: keypoint }),
        mouseleave: () => store.set({ hovered: null }),
        click: (event) => {
          if (!(event.target as Element).closest('button')) choose();
        },
      },
      html('td', {}, button), html('td', {}, String(vertex)), html('td', {}, vertexOfY),
      html('td', {}, placement ? '–' : String(candidatesOf(report, shown, keypoint).length)),
      truthIsKnown ? html('td', { class: errors?.[index] ? 'wrong' : '' }, errorText(errors?.[index])) : null,
      wereChosen ? html('td', {}, moved === undefined ? '–' : percent(moved)) : null);
      return { keypoint, row, button };
    });
    body.replaceChildren(...rows.map(({ row }) => row));
  };

  const mark = (state: State) => {
    const focus = focusOf(state);
    const matching = matchingOf(matchShown(report, state).match, report.y.keypoints.length);
    const ofX = focus && (focus.side === 'x' ? focus : partnerOf(matching, focus));
    for (const { keypoint, row, button } of rows) {
      const isChosen = state.selected !== null && sameKeypoint(ofX, keypoint);
      row.classList.toggle('focused', sameKeypoint(ofX, keypoint));
      button.setAttribute('aria-pressed', String(isChosen));
    }
  };
  fill(store.state);
  store.listen((state, before) => {
    if (state.match !== before.match) fill(state);
    mark(state);
  });
}
