import { showCaptions } from './captions.js';
import { byId, html } from './dom.js';
import { showLandmarkTable } from './landmark_table.js';
import { palette } from './palette.js';
import { Stage } from './stage.js';
import { firstState, Store, type Theme } from './state.js';
import { showTargetTable } from './target_table.js';
import { nextDoubtful, targetOf } from './targets.js';
import { type Folder, type Target, type TargetText, unpackFolder, unpackTarget } from './transfer_data.js';
import { showLandmarkDetails, showTargetHeader } from './transfer_panels.js';
import { showTransferToolbar } from './transfer_toolbar.js';

declare global {
  interface Window {
    /** What the script of a target defines. */
    sigmatchTarget?: TargetText;
  }
}

/** A page from the disk may load scripts from beside it, but no other files. */
function load({ name }: Target): Promise<TargetText> {
  const source = `./${encodeURIComponent(name)}.js`;
  return new Promise((resolve, reject) => {
    document.head.append(html('script', {
      src: source,
      load: () => resolve(window.sigmatchTarget!),
      error: () => reject(new Error(`${name}.js is missing beside this page`)),
    }));
  });
}

/** Light or dark, as chosen on the target before this one. */
function storedTheme(): Theme {
  try {
    return (sessionStorage.getItem('theme') ?? 'auto') as Theme;
  } catch {  // the browser stores nothing for pages from the disk
    return 'auto';
  }
}

function storeTheme(theme: Theme): void {
  try {
    sessionStorage.setItem('theme', theme);
  } catch {
    // as above
  }
}

function complain(error: unknown): void {
  byId('stage').replaceChildren(html('p', { class: 'card' }, `The shapes cannot be shown: ${String(error)}`));
}

async function show(folder: Folder, target: Target): Promise<void> {
  const shown = unpackTarget(folder, target, await load(target));
  const colours = palette(shown.names.length);
  const entry = { '#first': 1, '#last': -1 }[location.hash] as 1 | -1 | undefined;
  const index = entry && nextDoubtful(target.doubtful, null, entry);
  const selected = index === undefined ? null : { side: 'x' as const, index };
  const store = new Store({ ...firstState, theme: storedTheme(), selected });
  store.listen(({ theme }) => storeTheme(theme));
  showTargetHeader(shown);
  showLandmarkTable(shown, colours, store);
  showCaptions(shown.scene, { x: 'Template', y: 'Target' }, 'landmarks');
  showLandmarkDetails(shown, colours, store);
  const stage = new Stage(shown.scene, colours, store);
  showTransferToolbar(folder, shown, store, () => stage.reset());
}

const folder = unpackFolder(byId('data').textContent ?? '');
const target = targetOf(folder.targets, location.search);
showTargetTable(folder, target);
if (target) show(folder, target).catch(complain);
else for (const id of ['stage', 'landmarks-card', 'theme']) byId(id).remove();
