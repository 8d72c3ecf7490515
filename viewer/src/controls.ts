import { byId, html } from './dom.js';
import type { Keys } from './keys.js';
import type { State, Store, Theme } from './state.js';

/** A button that is on or off. */
export function toggle(id: string, label: string, key: string, change: () => void): HTMLButtonElement {
  return html('button', { id, type: 'button', class: 'toggle', 'aria-pressed': 'false', title: `${label} (key ${key})`, click: change }, label);
}

function nextTheme(theme: Theme): Theme {
  return theme === 'auto' ? 'light' : theme === 'light' ? 'dark' : 'auto';
}

/** What every page has to change the views: buttons and keys. The button for light and dark is on the page already. */
export function viewControls(store: Store, resetView: () => void): { group: HTMLElement; keys: Keys } {
  const keys = {
    l: () => store.set({ lines: !store.state.lines }),
    k: () => store.set({ linked: !store.state.linked }),
    '0': resetView,
    t: () => store.set({ theme: nextTheme(store.state.theme) }),
  };
  const lines = toggle('lines-toggle', 'Lines', 'L', keys.l);
  const linked = toggle('linked-toggle', 'Linked cameras', 'K', keys.k);
  const reset = html('button', { type: 'button', id: 'reset', title: 'Reset the view (key 0)', click: resetView }, 'Reset view');
  const theme = byId('theme');
  theme.addEventListener('click', keys.t);
  const show = (state: State) => {
    lines.setAttribute('aria-pressed', String(state.lines));
    linked.setAttribute('aria-pressed', String(state.linked));
    document.documentElement.dataset.theme = state.theme;
    theme.textContent = `◐ ${{ auto: 'Auto', light: 'Light', dark: 'Dark' }[state.theme]}`;
    theme.setAttribute('aria-label', `Colour scheme: ${state.theme}`);
  };
  show(store.state);
  store.listen(show);
  return { group: html('div', { class: 'group' }, lines, linked, reset), keys };
}
