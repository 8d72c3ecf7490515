import { type Scene, type SideName, sideNames } from './data.js';
import { byId, html } from './dom.js';
import { count } from './words.js';

/** What each view shows, above it and for screen readers. `points` is what the keypoints are called. */
export function showCaptions(scene: Scene, titles: Record<SideName, string>, points: string): void {
  for (const side of sideNames) {
    const { name, vertices, faces, keypoints } = scene[side];
    const kind = faces > 0 ? 'vertices' : 'points';
    byId(`canvas-${side}`).setAttribute('aria-label',
      `${titles[side]}, ${name}: ${vertices} ${kind}, ${keypoints.length} ${points}. ` +
      `Arrow keys turn it, plus and minus zoom. The ${points} are in a table below.`);
    byId(`caption-${side}`).append(html('b', {}, titles[side]), ` ${name} `, html('span', { class: 'quiet' }, `${count(vertices)} ${kind}`));
  }
}
