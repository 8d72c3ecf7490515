/** What the program wrote into the page, and how it becomes arrays. The other end is src/report/ of the library. */

interface PackedPoints {
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

interface SideText {
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
}

interface BentText {
  positions: PackedPoints;
  error: PackedScalars;
}

interface MatchText {
  match: number[];
  objective: number;
  terms: Record<string, number>;
  mirrored: boolean;
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

/** The best match or an alternative. */
export interface RankedMatch {
  /** match[i]: the keypoint of Y that belongs to keypoint i of X, or -1. */
  match: number[];
  objective: number;
  terms: Record<string, number>;
  mirrored: boolean;
  errors: (number | null)[] | undefined;
  bent: Record<SideName, Bent> | undefined;
}

export interface Report {
  x: Side;
  y: Side;
  /** The best match first. */
  matches: RankedMatch[];
  /** allowed[i][j]: the search was allowed to match i with j. */
  allowed: boolean[][];
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

function unpackSide(text: SideText): Side {
  return {
    name: text.name,
    vertices: text.vertices,
    faces: text.faces,
    simplified: text.simplified,
    keypoints: text.keypoints,
    shownKeypoints: text.shown_keypoints,
    positions: unpackPoints(text.positions),
    triangles: unpackFaces(text.triangles),
    orientation: text.orientation && unpackScalars(text.orientation),
    partners: text.partners && unpackPoints(text.partners),
  };
}

function unpackMatch(text: MatchText): RankedMatch {
  const unpackBent = ({ positions, error }: BentText) => ({ positions: unpackPoints(positions), error: unpackScalars(error) });
  return {
    ...text,
    errors: text.errors,
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
    result: text.result,
  };
}
