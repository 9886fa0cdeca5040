import { headAgeText, type NodeProbe } from '@app/upstream';

/** A head older than this is shown as a failing check: prices are stale by then. */
const OLD_HEAD_MS = 60_000;
/** A node whose head is older than a proposal lives is of no use: every proposal would be expired. */
const UNUSABLE_HEAD_MS = 5 * 60_000;

/** How the nodes of a network are doing. */
export interface NetworkHealth {
  /** At least one node is reachable, on the right chain, and current enough to compose proposals from. */
  readonly isUsable: boolean;
  /** Every node is, and none is behind. */
  readonly ok: boolean;
  readonly detail: string;
}

/** Evaluates the probes of a network's nodes. Pure. */
export function networkHealth(probes: readonly NodeProbe[], nowMs: number): NetworkHealth {
  const problems = probes.flatMap(({ node, headTimeMs, why }) => {
    const problem = why ?? ageProblem(headTimeMs, nowMs);
    return problem === undefined ? [] : [`${node}: ${problem}`];
  });
  const usable = probes.filter(
    ({ headTimeMs, why }) => why === null && headTimeMs !== null && nowMs - headTimeMs <= UNUSABLE_HEAD_MS,
  ).length;
  const detail = [`${usable} of ${probes.length} nodes usable`, ...problems].join('; ');
  return { isUsable: usable > 0, ok: problems.length === 0, detail };
}

function ageProblem(headTimeMs: number | null, nowMs: number): string | undefined {
  return headTimeMs !== null && nowMs - headTimeMs > OLD_HEAD_MS ? headAgeText(headTimeMs, nowMs) : undefined;
}
