import { byId, html } from './dom.js';
import { isShown, linkTo } from './targets.js';
import type { Folder, Target } from './transfer_data.js';

/** Colour is not all that tells them apart: each has its word. */
const badges: Record<Target['status'], { kind: string; text: string }> = {
  good: { kind: 'proven', text: 'Good' },
  check: { kind: 'open', text: 'To check' },
  ambiguous: { kind: 'open', text: 'Ambiguous' },
  failed: { kind: 'failed', text: 'Failed' },
};

export function badge({ status }: Target): HTMLElement {
  return html('span', { class: `badge ${badges[status].kind}` }, badges[status].text);
}

/** The reason of a failure needs more room than a badge. */
function resultCells(target: Target): HTMLElement[] {
  if (!isShown(target)) return [html('td', { class: 'remark', colspan: 2 }, badge(target), ` ${target.failure}`)];
  const count = target.doubtful.length;
  const remark = count === 0 ? '' : count === 1 ? '1 landmark' : `${count} landmarks`;
  return [html('td', {}, badge(target)), html('td', { class: 'remark' }, remark)];
}

/** "3 good, 1 to check" */
export function summaryOf(targets: Target[]): string {
  return (Object.keys(badges) as Target['status'][])
    .map((status) => ({ status, count: targets.filter((target) => target.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${badges[status].text.toLowerCase()}`)
    .join(', ');
}

/** Every target as a row; those with landmarks are links. */
export function showTargetTable({ targets }: Folder, current: Target | undefined): void {
  byId('summary').textContent = summaryOf(targets);
  const rows = targets.map((target) => {
    const isCurrent = target === current;
    const name = isShown(target)
      ? html('a', { href: linkTo(target), ...(isCurrent ? { 'aria-current': 'page' } : {}) }, target.name)
      : target.name;
    return html('tr', { class: isCurrent ? 'focused' : '' }, html('td', { class: 'name' }, name), ...resultCells(target));
  });
  const list = byId('targets');
  list.append(html('table', { class: 'rows' },
    html('caption', { class: 'hidden' }, 'Targets'),
    html('thead', {}, html('tr', {}, ...['Target', 'Result', 'Remark'].map((name) => html('th', { scope: 'col' }, name)))),
    html('tbody', {}, ...rows)));
  const row = rows[current ? targets.indexOf(current) : 0];
  if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2;  // not scrollIntoView: the page stays where it is
}
