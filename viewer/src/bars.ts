import { html } from './dom.js';

export interface Bar {
  name: string;
  value: number;
  text: string;
}

/** Bars with names and values, as a table that can be read aloud. */
export function bars(caption: string, rows: Bar[]): HTMLTableElement {
  const most = Math.max(...rows.map((row) => row.value), 1e-300);
  return html('table', { class: 'bars' },
    html('caption', { class: 'hidden' }, caption),
    html('tbody', {}, ...rows.map((row) =>
      html('tr', {},
        html('th', { scope: 'row' }, row.name),
        html('td', { class: 'bar', 'aria-hidden': 'true' },
          html('span', { style: `width:${Math.max(0.5, (100 * row.value) / most).toFixed(1)}%` })),
        html('td', { class: 'value' }, row.text)))));
}
