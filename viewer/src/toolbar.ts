import { availableModes, colouringOf, modeNames, notBent } from './colouring.js';
import { viewControls } from './controls.js';
import { type Report, type SideName, sideNames } from './data.js';
import { byId, html } from './dom.js';
import { keypointKeys, listenToKeys } from './keys.js';
import { hexOf } from './oklab.js';
import { colourAt, type Scale } from './scales.js';
import { type ColourMode, matchShown, type State, type Store } from './state.js';
import { nameOf } from './words.js';

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

export function showToolbar(report: Report, store: Store, resetView: () => void): void {
  const controls = viewControls(store, resetView);
  const match = matchChoice(report, store);
  byId('tools').append(colourChoice(report, store), controls.group, ...(match ? [match] : []));
  for (const side of sideNames) morphSlider(report, store, side);
  const show = (state: State, before: State | null) => {
    if (state.colour !== before?.colour || state.match !== before.match) showLegend(report, state);
  };
  show(store.state, null);
  store.listen(show);
  const modes = availableModes(report);
  listenToKeys({
    ...controls.keys,
    ...keypointKeys(store, report.x.keypoints.length),
    c: () => store.set({ colour: modes[(modes.indexOf(store.state.colour) + 1) % modes.length] as ColourMode }),
    m: () => {
      const share = store.state.morph.x > 0.5 ? 0 : 1;
      if (matchShown(report, store.state).bent) store.set({ morph: { ...store.state.morph, x: share } });
    },
  });
}
