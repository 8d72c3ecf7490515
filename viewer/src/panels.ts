import { bars } from './bars.js';
import { boundsPlot } from './bounds_plot.js';
import type { Report } from './data.js';
import { byId, html } from './dom.js';
import { count, percent, seconds, stageNames, termNames, verdict } from './words.js';

function card(title: string, ...content: (Node | string | null)[]): HTMLElement {
  return html('section', { class: 'card' }, html('h2', {}, title), ...content);
}

function fact(name: string, value: string): HTMLElement {
  return html('div', {}, html('dt', {}, name), html('dd', {}, value));
}

/** The title, the proof in plain words and the numbers that matter most. */
export function showHeader(report: Report): void {
  const { result, x, y } = report;
  const said = verdict(report);
  document.title = `${x.name} and ${y.name} · sigmatch`;
  byId('title').append(x.name, html('span', { class: 'quiet', 'aria-label': ' and ' }, ' ↔ '), y.name);
  byId('verdict').append(html('span', { class: `badge ${said.kind}` }, said.badge), ' ', said.sentence);
  const searched = said.kind !== 'none';
  const pairs = report.match.filter((j) => j >= 0).length;
  const facts = [
    fact('Pairs', count(pairs)),
    fact('Objective', result.objective.toPrecision(4)),
    ...(searched ? [fact('Gap', percent(result.gap)), fact('Nodes', count(result.nodes))] : []),
    fact('Time', seconds(result.seconds.total)),
  ];
  if (report.errors) {
    const known = report.errors.filter((error) => error !== null);
    facts.splice(1, 0, fact('Exactly right', `${known.filter((error) => error === 0).length} of ${known.length}`));
  }
  byId('facts').append(...facts);
}

function termsCard({ result }: Report): HTMLElement {
  const rows = Object.entries(result.terms)
    .filter(([name, value]) => name !== 'unmatched' || value > 0)
    .map(([name, value]) => ({
      name: termNames[name] ?? name,
      value,
      text: `${value > 0 ? value.toPrecision(3) : 0} · ${percent(result.objective > 0 ? value / result.objective : 0)}`,
    }));
  return card('Objective', html('p', { class: 'note' }, `The terms add up to ${result.objective.toPrecision(6)}, weights included.`),
    bars('Terms of the objective', rows));
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

export function showPanels(report: Report): void {
  const cards = [boundsCard(report), termsCard(report), timesCard(report), aboutCard(report)];
  byId('panels').append(...cards.filter((made) => made !== null));
}
