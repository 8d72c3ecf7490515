import type { Report, SideName } from './data.js';

/** A keypoint of one of the shapes. */
export interface Keypoint {
  side: SideName;
  index: number;
}

/** A match seen from both sides. The number of a pair is that of its keypoint of X. */
export interface Matching {
  partnerOfX: number[];
  partnerOfY: number[];
}

export function matchingOf(match: number[], sizeOfY: number): Matching {
  const partnerOfY = new Array<number>(sizeOfY).fill(-1);
  match.forEach((j, i) => {
    if (j >= 0) partnerOfY[j] = i;
  });
  return { partnerOfX: match, partnerOfY };
}

export function partnerOf(matching: Matching, { side, index }: Keypoint): Keypoint | null {
  const partner = side === 'x' ? matching.partnerOfX[index] : matching.partnerOfY[index];
  return partner >= 0 ? { side: side === 'x' ? 'y' : 'x', index: partner } : null;
}

/** The number on the ball: that of the pair; -1 for a keypoint without a partner. */
export function numberOf(matching: Matching, { side, index }: Keypoint): number {
  if (side === 'y') return matching.partnerOfY[index];
  return matching.partnerOfX[index] >= 0 ? index : -1;
}

/** Keypoints of the other shape that the search was allowed to match it with. */
export function candidatesOf(report: Report, { side, index }: Keypoint): number[] {
  const row = side === 'x' ? (report.allowed[index] ?? []) : report.allowed.map((r) => r[index]);
  return row.flatMap((allowed, k) => (allowed ? [k] : []));
}

export function sameKeypoint(a: Keypoint | null, b: Keypoint | null): boolean {
  return a?.side === b?.side && a?.index === b?.index;
}
