import { availableModes, colouringOf, modeNames, notBent } from './colouring.js';
import { type Report, type SideName, sideNames } from './data.js';
import { byId, html } from './dom.js';
import { hexOf } from './oklab.js';
import { colourAt, type Scale } from './scales.js';
import { type ColourMode, matchShown, type State, type Store, type Theme } from './state.js';
import { nameOf } from './words.js';

function toggle(id: string, label: string, key: string, change: () => void): HTMLButtonElement {
  return html('button', { id, type: 'button', class: 'toggle', 'aria-pressed': 'false', title: `${label} (key ${key})`, click: change }, label);
}

function colourChoice(report: Report, store: Store): HTMLElement {
  const radios = availableModes(report).map((mode) => {
    const input = html('input', {
      type: 'radio', name: 'colour', value: mode, checked: mode === store.state.colour,
      change: () => store.set({ colour: mode }),
    });
    return { input, label: html('label', {}, input, html('span', {}, modeNames[mode])) };
  });
  store.listen((state) => {
    for (const { input } of radios) input.checked = input.value === state.colour;
  });
  return html('fieldset', { class: 'choice' }, html('legend', {}, 'Colour'), ...radios.map(({ label }) => label));
}

function matchChoice(report: Report, store: Store): HTMLElement | null {
  if (report.matches.length < 2) return null;
  const select = html('select', { id: 'match', change: () => store.set({ match: Number(select.value), selected: null }) },
    ...report.matches.map((_, k) => html('option', { value: k }, nameOf(report, k))));
  return html('label', { class: 'select' }, html('span', {}, 'Match'), select);
}

function gradient(scale: Scale): string {
  const stops = Array.from({ length: 9 }, (_, k) => hexOf(colourAt(scale, k / 8)));
  return `background:linear-gradient(to right,${stops.join(',')})`;
}

/** What the colours mean: beside the keypoint's details. */
function showLegend(report: Report, state: State): void {
  const legend = colouringOf(report, matchShown(report, state), state.colour).legend;
  const parts: (Node | string)[] = [];
  if (legend?.scale)
    parts.push(html('span', { class: 'scale' }, legend.scale.from,
      html('span', { class: 'ramp', style: gradient(legend.scale.stops), 'aria-hidden': 'true' }), legend.scale.to));
  if (legend) parts.push(html('span', { class: 'what' }, legend.what));
  byId('legend').replaceChildren(...parts);
}

function morphSlider(report: Report, store: Store, side: SideName): void {
  const label = byId(`morph-${side}`);
  if (!report.matches.some(({ bent }) => bent)) {
    label.remove();
    return;
  }
  const other = side === 'x' ? 'Y' : 'X';
  const input = html('input', {
    type: 'range', min: 0, max: 100, value: 0, step: 1, id: `slider-${side}`,
    'aria-label': `Morph ${side.toUpperCase()} into the pose of ${other}`,
    input: () => store.set({ morph: { ...store.state.morph, [side]: Number(input.value) / 100 } }),
  });
  const pose = html('span', {}, `in the pose of ${other}`);
  const missing = html('span', {}, notBent);
  const parts = [html('span', {}, side.toUpperCase()), input, pose];
  const show = (state: State, before: State | null) => {
    input.value = String(Math.round(100 * state.morph[side]));
    input.setAttribute('aria-valuetext', `${input.value} percent`);
    if (state.match !== before?.match) label.replaceChildren(...(matchShown(report, state).bent ? parts : [missing]));
  };
  show(store.state, null);
  store.listen(show);
}

function nextTheme(theme: Theme): Theme {
  return theme === 'auto' ? 'light' : theme === 'light' ? 'dark' : 'auto';
}

function listenToKeys(report: Report, store: Store, actions: Record<string, () => void>): void {
  const step = (by: number) => {
    const n = report.x.keypoints.length;
    const now = store.state.selected?.side === 'x' ? store.state.selected.index : by > 0 ? -1 : 0;
    store.set({ selected: { side: 'x', index: (now + by + n) % n }, hovered: null });
  };
  const modes = availableModes(report);
  const all: Record<string, () => void> = {
    ...actions,
    c: () => store.set({ colour: modes[(modes.indexOf(store.state.colour) + 1) % modes.length] as ColourMode }),
    ']': () => step(1),
    '[': () => step(-1),
    Escape: () => store.set({ selected: null, hovered: null }),
  };
  document.addEventListener('keydown', (event) => {
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || (inField && event.key !== 'Escape')) return;
    all[event.key]?.();
  });
}

export function showToolbar(report: Report, store: Store, resetView: () => void): void {
  const actions = {
    l: () => store.set({ lines: !store.state.lines }),
    k: () => store.set({ linked: !store.state.linked }),
    '0': resetView,
    m: () => {
      const share = store.state.morph.x > 0.5 ? 0 : 1;
      if (matchShown(report, store.state).bent) store.set({ morph: { ...store.state.morph, x: share } });
    },
    t: () => store.set({ theme: nextTheme(store.state.theme) }),
  };
  const lines = toggle('lines-toggle', 'Lines', 'L', actions.l);
  const linked = toggle('linked-toggle', 'Linked cameras', 'K', actions.k);
  const reset = html('button', { type: 'button', id: 'reset', title: 'Reset the view (key 0)', click: resetView }, 'Reset view');
  const match = matchChoice(report, store);
  byId('tools').append(colourChoice(report, store), html('div', { class: 'group' }, lines, linked, reset), ...(match ? [match] : []));
  const theme = byId('theme');
  theme.addEventListener('click', actions.t);
  for (const side of sideNames) morphSlider(report, store, side);
  const show = (state: State, before: State | null) => {
    lines.setAttribute('aria-pressed', String(state.lines));
    linked.setAttribute('aria-pressed', String(state.linked));
    document.documentElement.dataset.theme = state.theme;
    theme.textContent = `◐ ${{ auto: 'Auto', light: 'Light', dark: 'Dark' }[state.theme]}`;
    theme.setAttribute('aria-label', `Colour scheme: ${state.theme}`);
    if (state.colour !== before?.colour || state.match !== before.match) showLegend(report, state);
  };
  show(store.state, null);
  store.listen(show);
  listenToKeys(report, store, actions);
}
