import { bars } from './bars.js';
import { boundsPlot } from './bounds_plot.js';
import type { RankedMatch, Report } from './data.js';
import { byId, html } from './dom.js';
import { matchShown, type State, type Store } from './state.js';
import { choice, count, nameOf, optionalTerms, percent, seconds, stageNames, termNames, verdict } from './words.js';

function card(title: string, ...content: (Node | string | null)[]): HTMLElement {
  return html('section', { class: 'card' }, html('h2', {}, title), ...content);
}

export function fact(name: string, value: string): HTMLElement {
  return html('div', {}, html('dt', {}, name), html('dd', {}, value));
}

function factsOf({ result, matches }: Report, match: RankedMatch, searched: boolean): HTMLElement[] {
  const ofBest = match === matches[0] ? '' : ' of the best';
  const hasObjective = !Number.isNaN(match.objective);
  const known = match.errors?.filter((error) => error !== null);
  return [
    fact('Pairs', count(match.match.filter((j) => j >= 0).length)),
    ...(known ? [fact('Exactly right', `${known.filter((error) => error === 0).length} of ${known.length}`)] : []),
    ...(hasObjective ? [fact('Objective', match.objective.toPrecision(4))] : []),
    ...(searched
      ? [
          fact(`Gap${ofBest}`, percent(result.gap)),
          fact('Nodes', count(result.nodes)),
          fact('Relaxations', count(result.relaxations)),
        ]
      : []),
    fact('Time', seconds(result.seconds.total)),
  ];
}

/** The title, the proof in plain words and the numbers that matter most. */
export function showHeader(report: Report, store: Store): void {
  const { x, y } = report;
  const said = verdict(report);
  document.title = `${x.name} and ${y.name} · sigmatch`;
  byId('title').append(x.name, html('span', { class: 'quiet', 'aria-label': ' and ' }, ' ↔ '), y.name);
  const shown = html('span', { id: 'shown', 'aria-live': 'polite' });
  const chosen = choice(report);
  byId('verdict').append(html('span', { class: `badge ${said.kind}` }, said.badge), ' ', said.sentence, ' ',
    ...(chosen?.ambiguous ? [html('span', { class: 'badge open' }, 'Ambiguous'), ' '] : []),
    ...(chosen ? [chosen.sentence, ' '] : []), shown);
  const show = (state: State, before: State | null) => {
    if (state.match === before?.match) return;
    shown.textContent = state.match === 0 ? '' : `This is about the best match; shown is: ${nameOf(report, state.match)}.`;
    byId('facts').replaceChildren(...factsOf(report, matchShown(report, state), said.kind !== 'none'));
  };
  show(store.state, null);
  store.listen(show);
}

function termsOf({ terms, objective }: RankedMatch): HTMLElement[] {
  if (Number.isNaN(objective))
    return [html('p', { class: 'note' }, 'Placements are compared by their misfit over the whole surface; this one has no objective.')];
  const rows = Object.entries(terms)
    .filter(([name, value]) => value > 0 || !optionalTerms.includes(name))
    .map(([name, value]) => ({
      name: termNames[name] ?? name,
      value,
      text: `${value > 0 ? value.toPrecision(3) : 0} · ${percent(objective > 0 ? value / objective : 0)}`,
    }));
  return [html('p', { class: 'note' }, `The terms add up to ${objective.toPrecision(6)}, weights included.`),
    bars('Terms of the objective', rows)];
}

function termsCard(report: Report, store: Store): HTMLElement {
  const content = html('div', { id: 'terms' }, ...termsOf(matchShown(report, store.state)));
  store.listen((state, before) => {
    if (state.match !== before.match) content.replaceChildren(...termsOf(matchShown(report, state)));
  });
  return card('Objective', content);
}

function timesCard({ result }: Report): HTMLElement {
  const rows = Object.entries(stageNames).map(([stage, name]) => {
    const value = result.seconds[stage] ?? 0;
    return { name, value, text: seconds(value) };
  });
  const on = `${result.threads} ${result.threads === 1 ? 'thread' : 'threads'}`;
  return card('Time', html('p', { class: 'note' }, `${seconds(result.seconds.total)} in all, the search on ${on}.`),
    bars('Time per stage', rows));
}

function boundsCard({ result }: Report): HTMLElement | null {
  const plot = boundsPlot(result);
  if (!plot) return null;
  return card('Proof',
    html('p', { class: 'note' },
      html('span', { class: 'key upper' }), 'best match found, ',
      html('span', { class: 'key lower' }), 'proven: none is lower. The gap between them is what is open.'),
    plot);
}

function aboutCard({ result, x, y }: Report): HTMLElement {
  const shape = (side: typeof x, name: string) =>
    `${name}: ${side.name}, ${count(side.vertices)} ${side.faces > 0 ? `vertices, ${count(side.faces)} faces` : 'points'}` +
    (side.simplified ? ' (simplified for display only)' : '');
  const options = Object.entries(result.options)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return card('About',
    html('ul', { class: 'plain' }, html('li', {}, shape(x, 'X')), html('li', {}, shape(y, 'Y')),
      ...result.warnings.map((warning) => html('li', { class: 'warning' }, warning))),
    html('details', {}, html('summary', {}, 'Settings'), html('p', { class: 'note' }, options.join(' · '))),
    html('p', { class: 'note' }, `sigmatch ${result.version}`));
}

export function showPanels(report: Report, store: Store): void {
  const cards = [boundsCard(report), termsCard(report, store), timesCard(report), aboutCard(report)];
  byId('panels').append(...cards.filter((made) => made !== null));
}
