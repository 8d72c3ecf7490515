import type { Bent, Pairing, Scene, Side, SideName } from './data.js';
import { linearOf, type Triple } from './oklab.js';
import { boxOf, diverging, placeColours, quantile, scalarColours, sequential, type Scale } from './scales.js';
import type { ColourMode } from './state.js';

/** The colours of both shapes' vertices in one mode, and what they mean. */
export interface Colouring {
  x: Float32Array | null;
  y: Float32Array | null;
  legend: Legend | null;
}

export interface Legend {
  what: string;
  /** Values at the ends of the scale; no scale where colours stand for places. */
  scale?: { stops: Scale; from: string; to: string };
}

export const modeNames: Record<ColourMode, string> = {
  plain: 'Plain',
  orientation: 'Orientation',
  error: 'Reconstruction error',
  dense: 'Dense map',
};

export function availableModes({ x, y, matches }: Scene): ColourMode[] {
  const modes: ColourMode[] = ['plain'];
  if (x.orientation && y.orientation) modes.push('orientation');
  if (matches.some(({ bent }) => bent)) modes.push('error');
  if (x.partners || y.partners) modes.push('dense');
  return modes;
}

const unknown: Triple = linearOf('#8c9298');

function orientationColouring(x: Side, y: Side): Colouring {
  const most = quantile([x.orientation, y.orientation], 0.98, Math.abs) || 1;
  const colours = (side: Side) => scalarColours(side.orientation!, diverging, -most, most, unknown);
  return {
    x: colours(x),
    y: colours(y),
    legend: {
      what: 'Orientation feature: its sign tells left from right.',
      scale: { stops: diverging, from: `−${most.toFixed(2)}`, to: `+${most.toFixed(2)}` },
    },
  };
}

export const notBent = 'How this alternative bends the shapes is not in the report.';

function errorColouring(bent: Record<SideName, Bent> | undefined): Colouring {
  if (!bent) return { x: null, y: null, legend: { what: notBent } };
  const most = quantile([bent.x.error, bent.y.error], 0.99) || 1e-9;
  const colours = ({ error }: Bent) => scalarColours(error, sequential, 0, most, unknown);
  return {
    x: colours(bent.x),
    y: colours(bent.y),
    legend: {
      what: 'Distance of the bent shape from the other one, of its extent.',
      scale: { stops: sequential, from: '0', to: `${(100 * most).toPrecision(2)} %` },
    },
  };
}

/** Colours are places of the shape that is mapped to; the other one carries them. */
function denseColouring(x: Side, y: Side, isBest: boolean): Colouring {
  const [target, source] = y.partners ? [x, y] : [y, x];
  const box = boxOf(target.positions);
  const own = placeColours(target.positions, box);
  const carried = placeColours(source.partners!, box);
  return {
    x: target === x ? own : carried,
    y: target === y ? own : carried,
    legend: { what: `Dense map${isBest ? '' : ' of the best match, not of this one'}: the same colour is the same place.` },
  };
}

export function colouringOf(scene: Scene, match: Pairing, mode: ColourMode): Colouring {
  if (mode === 'orientation') return orientationColouring(scene.x, scene.y);
  if (mode === 'error') return errorColouring(match.bent);
  if (mode === 'dense') return denseColouring(scene.x, scene.y, match === scene.matches[0]);
  return { x: null, y: null, legend: null };
}
