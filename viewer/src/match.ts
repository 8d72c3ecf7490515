import { showCaptions } from './captions.js';
import { unpackReport } from './data.js';
import { byId, html } from './dom.js';
import { showDetails } from './details.js';
import { showKeypointTable } from './keypoint_table.js';
import { palette } from './palette.js';
import { showHeader, showPanels } from './panels.js';
import { Stage } from './stage.js';
import { firstState, Store } from './state.js';
import { showToolbar } from './toolbar.js';

/** `#image`: the two shapes alone, for a picture on paper. */
const isImage = location.hash === '#image';
document.documentElement.classList.toggle('image', isImage);

const report = unpackReport(byId('data').textContent ?? '');
const colours = palette(report.x.keypoints.length);
const store = new Store({ ...firstState, theme: isImage ? 'light' : 'auto' });
showHeader(report, store);
showCaptions(report, { x: 'X', y: 'Y' }, 'keypoints');
try {
  const stage = new Stage(report, colours, store);
  showToolbar(report, store, () => stage.reset());
  showDetails(report, colours, store);
} catch (error) {  // the numbers are worth reading without the picture
  byId('stage').replaceChildren(html('p', { class: 'card' }, `The shapes cannot be shown: ${String(error)}`));
}
showKeypointTable(report, colours, store);
showPanels(report, store);
