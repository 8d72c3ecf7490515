import type { Target } from './transfer_data.js';

/** Where reading begins on a target that was reached by a key: at its first or its last landmark to check. */
export type Entry = 'first' | 'last';

/** The address of the page with this target. */
export function linkTo({ name }: Target, entry?: Entry): string {
  return `?${new URLSearchParams({ target: name })}${entry ? `#${entry}` : ''}`;
}

export const isShown = ({ status }: Target): boolean => status !== 'failed';

/** The target that the address names; else the first one to check, else the first one that has landmarks. */
export function targetOf(targets: Target[], address: string): Target | undefined {
  const name = new URLSearchParams(address).get('target');
  const shown = targets.filter(isShown);
  return shown.find((target) => target.name === name) ?? shown.find(({ doubtful }) => doubtful.length > 0) ?? shown[0];
}

/** The next or previous target of a kind, if there is one. */
export function neighbour(
  targets: Target[], from: Target, by: 1 | -1, isWanted: (target: Target) => boolean = isShown,
): Target | undefined {
  const at = targets.indexOf(from);
  return by > 0 ? targets.slice(at + 1).find(isWanted) : targets.slice(0, at).filter(isWanted).at(-1);
}

/** The doubtful landmark after or before landmark `now`, if there is one. Without `now`: the first or the last. */
export function nextDoubtful(doubtful: number[], now: number | null, by: 1 | -1): number | undefined {
  return by > 0 ? doubtful.find((k) => now === null || k > now) : doubtful.filter((k) => now === null || k < now).at(-1);
}
