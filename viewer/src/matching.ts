import type { Pairing, Report, Scene, SideName } from './data.js';

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

/** Keypoints of the other shape that the search was allowed to match it with: none for another placement. */
export function candidatesOf({ allowed }: Scene, { placement }: Pairing, { side, index }: Keypoint): number[] {
  if (placement) return [];
  const row = side === 'x' ? (allowed[index] ?? []) : allowed.map((r) => r[index]);
  return row.flatMap((isAllowed, k) => (isAllowed ? [k] : []));
}

/** If the program chose the keypoints: how far the partner of keypoint i of X moved from where it was chosen, by the diameter. */
export function movementOf({ result }: Report, { match, placement }: Pairing, i: number): number | undefined {
  return placement ? undefined : result.chosen_keypoints?.moved[match[i]];
}

export function sameKeypoint(a: Keypoint | null, b: Keypoint | null): boolean {
  return a?.side === b?.side && a?.index === b?.index;
}
