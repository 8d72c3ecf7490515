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
  bent?: PackedPoints;
  error?: PackedScalars;
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
  threads: number;
  warnings: string[];
  seconds: Record<string, number>;
  trace: [number, number | null, number | null][];
  options: Record<string, string | number | boolean | null>;
  version: string;
}

export interface Alternative {
  match: number[];
  objective: number;
  mirrored: boolean;
}

interface DataText {
  x: SideText;
  y: SideText;
  match: number[];
  allowed: string[];
  result: Result;
  errors?: (number | null)[];
  alternatives: Alternative[];
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
  bent: Float32Array | undefined;
  error: Float32Array | undefined;
  orientation: Float32Array | undefined;
  /** The dense map: the point of the other shape that each vertex corresponds to. */
  partners: Float32Array | undefined;
}

export type SideName = 'x' | 'y';
export const sideNames: readonly SideName[] = ['x', 'y'];

export interface Report {
  x: Side;
  y: Side;
  /** match[i]: the keypoint of Y that belongs to keypoint i of X, or -1. */
  match: number[];
  /** allowed[i][j]: the search was allowed to match i with j. */
  allowed: boolean[][];
  result: Result;
  errors: (number | null)[] | undefined;
  alternatives: Alternative[];
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
    bent: text.bent && unpackPoints(text.bent),
    error: text.error && unpackScalars(text.error),
    orientation: text.orientation && unpackScalars(text.orientation),
    partners: text.partners && unpackPoints(text.partners),
  };
}

export function unpackReport(json: string): Report {
  const text = JSON.parse(json) as DataText;
  return {
    x: unpackSide(text.x),
    y: unpackSide(text.y),
    match: text.match,
    allowed: text.allowed.map((row) => Array.from(row, (c) => c === '1')),
    result: text.result,
    errors: text.errors,
    alternatives: text.alternatives,
  };
}
