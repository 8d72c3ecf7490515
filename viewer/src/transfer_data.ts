/** What the program wrote into the page of a transfer, and into the script of each target. The other end is src/report/. */
import { type Scene, type Side, type SideText, unpackSide } from './data.js';

export interface Target {
  name: string;
  status: 'good' | 'check' | 'ambiguous' | 'failed';
  failure: string;
  /** The landmarks that somebody should look at. */
  doubtful: number[];
}

export interface Landmark {
  trust: number;
  return_error: number;
  spread: number;
}

/** The script of a target. */
export interface TargetText {
  shape: SideText;
  landmarks: Landmark[];
  /** How much worse another match fits; null: none does. */
  margin: number | null;
  misfit: number | null;
  proven: boolean;
}

/** The folder: what all targets share. */
export interface Folder {
  template: Side;
  names: string[];
  targets: Target[];
}

/** The target that is shown, beside the template. */
export interface ShownTarget extends Omit<TargetText, 'shape'> {
  target: Target;
  names: string[];
  scene: Scene;
}

export function unpackFolder(json: string): Folder {
  const text = JSON.parse(json) as { template: SideText; names: string[]; targets: Target[] };
  return {
    template: unpackSide(text.template),
    names: text.names.map((name, k) => name || `landmark ${k}`),
    targets: text.targets,
  };
}

/** Landmark k of the target belongs to landmark k of the template. */
export function unpackTarget({ template, names }: Folder, target: Target, { shape, ...rest }: TargetText): ShownTarget {
  const match = names.map((_, k) => k);
  const scene: Scene = {
    x: template,
    y: unpackSide(shape),
    matches: [{ match, placement: undefined, bent: undefined }],
    allowed: [],
    doubtful: target.doubtful,
  };
  return { ...rest, target, names, scene };
}
