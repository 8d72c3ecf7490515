/** What the program wrote into the page, and how it becomes arrays. The other end is src/report/ of the library. */

export interface PackedPoints {
  offset: [number, number, number];
  scale: number;
  data: string;
}

interface PackedScalars {
  from: number;
  to: number;
  data: string;
}

interface PackedFaces {
  wide: boolean;
  data: string;
}

export interface SideText {
  name: string;
  vertices: number;
  faces: number;
  simplified: boolean;
  keypoints: number[];
  shown_keypoints: number[];
  positions: PackedPoints;
  triangles: PackedFaces;
  orientation?: PackedScalars;
  partners?: PackedPoints;
  keypoint_positions?: PackedPoints;
}

/** What is known about keypoints that the program chose. Shares and distances are relative. */
export interface ChosenKeypoints {
  ambiguous: boolean;
  /** How much worse the other placement fits; null: there is none. */
  margin: number | null;
  /** For each keypoint of Y, how far it moved from where it was chosen. */
  moved: number[];
}

export interface Result {
  status: 'optimal' | 'time_limit' | 'interrupted' | 'fixed' | 'heuristic';
  objective: number;
  lower_bound: number;
  gap: number;
  proof_scope: 'all' | 'candidates';
  terms: Record<string, number>;
  candidates: number;
  nodes: number;
  relaxations: number;
  threads: number;
  warnings: string[];
  seconds: Record<string, number>;
  trace: [number, number | null, number | null][];
  options: Record<string, string | number | boolean | null>;
  version: string;
  chosen_keypoints?: ChosenKeypoints;
}

interface BentText {
  positions: PackedPoints;
  error: PackedScalars;
}

interface MatchText {
  match: number[];
  objective?: number;
  terms?: Record<string, number>;
  mirrored?: boolean;
  placement?: { keypoints: number[]; shown_keypoints: number[] };
  errors?: (number | null)[];
  bent?: Record<SideName, BentText>;
}

interface DataText {
  x: SideText;
  y: SideText;
  matches: MatchText[];
  allowed: string[];
  result: Result;
}

/** One of the two shapes. Coordinates are the page's, the same for both shapes; NaN stands for "not known". */
export interface Side {
  name: string;
  vertices: number;
  faces: number;
  simplified: boolean;
  /** Vertex ids of the user's shape, and where they are among the shown ones. */
  keypoints: number[];
  shownKeypoints: number[];
  /** Where the keypoints are, if they are not vertices but near them. */
  keypointPositions: Float32Array | undefined;
  positions: Float32Array;
  triangles: Uint16Array | Uint32Array;
  orientation: Float32Array | undefined;
  /** The dense map of the best match: the point of the other shape that each vertex corresponds to. */
  partners: Float32Array | undefined;
}

export type SideName = 'x' | 'y';
export const sideNames: readonly SideName[] = ['x', 'y'];

/** A shape in the pose of the other one, as a match bends it, and how far each vertex is from that. */
export interface Bent {
  positions: Float32Array;
  error: Float32Array;
}

/** The keypoints of Y, where a match is about others than usual. */
export type Placement = Pick<Side, 'keypoints' | 'shownKeypoints'>;

/** Which keypoints belong together, and how that bends the shapes. */
export interface Pairing {
  /** match[i]: the keypoint of Y that belongs to keypoint i of X, or -1. */
  match: number[];
  placement: Placement | undefined;
  bent: Record<SideName, Bent> | undefined;
}

/** The best match, an alternative, or the other placement of chosen keypoints: that one has no objective (NaN). */
export interface RankedMatch extends Pairing {
  objective: number;
  terms: Record<string, number>;
  mirrored: boolean;
  errors: (number | null)[] | undefined;
}

/** What the views show. */
export interface Scene {
  x: Side;
  y: Side;
  /** The best match first. */
  matches: Pairing[];
  /** allowed[i][j]: the search was allowed to match i with j. */
  allowed: boolean[][];
  /** Keypoints of X that somebody should look at. */
  doubtful: number[];
}

export interface Report extends Scene {
  matches: RankedMatch[];
  result: Result;
}

const missing = 65535;

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return bytes.buffer;
}

/** Numbers are little endian, as are all machines that browsers run on. */
export function unpackPoints(packed: PackedPoints): Float32Array {
  const numbers = new Uint16Array(bytesOf(packed.data));
  const points = new Float32Array(numbers.length);
  for (let k = 0; k < points.length; ++k) points[k] = packed.offset[k % 3] + packed.scale * numbers[k];
  return points;
}

export function unpackScalars(packed: PackedScalars): Float32Array {
  const scale = (packed.to - packed.from) / (missing - 1);
  const numbers = new Uint16Array(bytesOf(packed.data));
  const values = new Float32Array(numbers.length);
  for (let k = 0; k < values.length; ++k) values[k] = numbers[k] === missing ? NaN : packed.from + scale * numbers[k];
  return values;
}

export function unpackFaces(packed: PackedFaces): Uint16Array | Uint32Array {
  const bytes = bytesOf(packed.data);
  return packed.wide ? new Uint32Array(bytes) : new Uint16Array(bytes);
}

export function unpackSide(text: SideText): Side {
  return {
    name: text.name,
    vertices: text.vertices,
    faces: text.faces,
    simplified: text.simplified,
    keypoints: text.keypoints,
    shownKeypoints: text.shown_keypoints,
    keypointPositions: text.keypoint_positions && unpackPoints(text.keypoint_positions),
    positions: unpackPoints(text.positions),
    triangles: unpackFaces(text.triangles),
    orientation: text.orientation && unpackScalars(text.orientation),
    partners: text.partners && unpackPoints(text.partners),
  };
}

function unpackMatch(text: MatchText): RankedMatch {
  const unpackBent = ({ positions, error }: BentText) => ({ positions: unpackPoints(positions), error: unpackScalars(error) });
  const { match, objective = NaN, terms = {}, mirrored = false, placement, errors } = text;
  return {
    match,
    objective,
    terms,
    mirrored,
    placement: placement && { keypoints: placement.keypoints, shownKeypoints: placement.shown_keypoints },
    errors,
    bent: text.bent && { x: unpackBent(text.bent.x), y: unpackBent(text.bent.y) },
  };
}

export function unpackReport(json: string): Report {
  const text = JSON.parse(json) as DataText;
  return {
    x: unpackSide(text.x),
    y: unpackSide(text.y),
    matches: text.matches.map(unpackMatch),
    allowed: text.allowed.map((row) => Array.from(row, (c) => c === '1')),
    doubtful: [],
    result: text.result,
  };
}
