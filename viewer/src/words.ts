import type { Report, Result } from './data.js';

/** 12 345.6 as people write it. */
export function count(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function percent(share: number): string {
  const value = 100 * share;
  if (value === 0) return '0 %';
  return value >= 10 ? `${value.toFixed(0)} %` : value >= 0.1 ? `${value.toFixed(2)} %` : `${value.toPrecision(2)} %`;
}

export function seconds(s: number): string {
  if (s < 0.01) return `${Number((1000 * s).toPrecision(2))} ms`;
  if (s < 1) return `${(1000 * s).toFixed(0)} ms`;
  if (s < 100) return `${s.toPrecision(3)} s`;
  if (s < 6000) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
  return `${Math.floor(s / 3600)} h ${Math.round((s % 3600) / 60)} min`;
}

export interface Verdict {
  /** How much is proven, for the badge's colour. */
  kind: 'proven' | 'open' | 'none';
  badge: string;
  sentence: string;
}

function scopeOf(result: Result, n: number, m: number): string {
  if (result.proof_scope === 'all') return 'no other match of these keypoints';
  return `no match built from the ${count(result.candidates)} candidate pairs (of ${count(n * m)})`;
}

/** What was proven, for readers who know nothing of bounds. */
export function verdict({ result, x, y }: Report): Verdict {
  if (result.status === 'fixed')
    return { kind: 'none', badge: 'Given match', sentence: 'This match was given and evaluated. Nothing was searched or proven.' };
  if (result.status === 'heuristic')
    return {
      kind: 'none',
      badge: 'Not proven',
      sentence: `Found by the quick method “${result.options.method}”, which proves nothing.`,
    };
  const scope = scopeOf(result, x.keypoints.length, y.keypoints.length);
  const limit = result.proof_scope === 'all' ? '' : ' Matches with other pairs are not covered by the proof.';
  if (result.status === 'optimal') {
    const better = result.gap > 1e-12 ? `${scope} is better by more than ${percent(result.gap)}` : `${scope} is better`;
    return {
      kind: 'proven',
      badge: result.proof_scope === 'all' ? 'Proven best' : 'Proven best of the candidates',
      sentence: `It is proven that ${better}.${limit}`,
    };
  }
  const why = result.status === 'time_limit' ? 'The time ended before the proof.' : 'The search was interrupted before the proof.';
  const known = result.gap > 0.995
    ? ' How much better another one may be is not known yet.'  // every objective is positive: no news
    : ` So far it is known that ${scope} is better by more than ${percent(result.gap)}.${limit}`;
  return { kind: 'open', badge: 'Best match found', sentence: why + known };
}

/** What is known about the choice of the keypoints, if the program chose them. */
export function choice({ result }: Report): { ambiguous: boolean; sentence: string } | null {
  const { chosen_keypoints: chosen } = result;
  if (!chosen) return null;
  const { ambiguous, margin } = chosen;
  if (margin === null) return { ambiguous, sentence: 'The keypoints were chosen; no other placement was found that fits.' };
  const sentence = ambiguous
    ? 'The keypoints were chosen, and another placement of them (limbs exchanged, or the body turned) fits nearly as well: ' +
      `its misfit is ${percent(margin)} higher. Compare both under “Match”.`
    : `The keypoints were chosen; the misfit of the next placement is ${percent(margin)} higher.`;
  return { ambiguous, sentence };
}

/** A match in a few words: the best one (0), the k-th alternative, or the other placement. */
export function nameOf({ matches, result }: Report, k: number): string {
  const best = matches[0].objective;
  const { objective, mirrored, placement } = matches[k];
  if (placement) {
    const margin = result.chosen_keypoints?.margin ?? null;
    return margin === null ? 'Other placement' : `Other placement, misfit +${percent(margin)}`;
  }
  if (k === 0) return `Best, ${best.toPrecision(4)}`;
  return `Alternative ${k}, ${best > 0 ? `+${percent((objective - best) / best)}` : objective.toPrecision(4)}` +
    (mirrored ? ', mirror image' : '');
}

export const termNames: Record<string, string> = {
  rec_x: 'Keypoints of X^ off Y',
  rec_y: 'Keypoints of Y^ off X',
  def_x: 'Bending of X',
  def_y: 'Bending of Y',
  ori: 'Orientation',
  pairs: 'Pairs of keypoints',
  costs: 'Given costs',
  unmatched: 'Without a partner',
};

/** Terms that are shown only where they cost something. */
export const optionalTerms = ['pairs', 'costs', 'unmatched'];

export const stageNames: Record<string, string> = {
  read: 'Reading',
  geodesics: 'Distances',
  reduction: 'Reduction',
  features: 'Orientation',
  search: 'Search and proof',
};
