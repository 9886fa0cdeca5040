import type { NodeCapability } from '@app/networks/node-config';
import { AnswerTooLargeError, NodeFailure } from '../node/errors';
import type { NodeRequest } from '../node/node-request';
import type { Fitness } from './eligibility';
import type { NodeAbilities } from './node-abilities';
import type { NodeHealth } from './node-health';
import { isIndexBehind } from './selection';

interface Bounds {
  readonly deadlineMs: number;
  readonly maxIndexBlocksBehind: number;
}

/** Why no node answered a request: the failures of those that were asked, and the faults of those that were not. */
export function unavailableReasons(
  healths: readonly NodeHealth[],
  failures: readonly unknown[],
  { needsCurrent = false, capability = 'chain' }: NodeRequest,
  { deadlineMs, maxIndexBlocksBehind }: Bounds,
): NodeFailure[] {
  const asked = failures.map(asNodeFailure).filter((failure) => failure instanceof NodeFailure);
  const unasked = healths.flatMap(({ node, fitness, abilities }) => {
    const why = whyNotAsked(fitness, needsCurrent) ?? whyUnable(abilities, capability, maxIndexBlocksBehind);
    return why === undefined ? [] : [new NodeFailure(node.label, why, { mayHaveArrived: false })];
  });
  const reasons = [...asked, ...unasked];
  if (reasons.length > 0) return reasons;
  return [new NodeFailure('all nodes', `no answer within ${deadlineMs} ms`, { mayHaveArrived: true })];
}

const asNodeFailure = (failure: unknown): unknown =>
  failure instanceof AnswerTooLargeError
    ? new NodeFailure(failure.node, `its answer is larger than ${failure.maxBytes} bytes`, {
        mayHaveArrived: true,
        isAnswer: true,
        cause: failure,
      })
    : failure;

function whyNotAsked({ kind, why }: Fitness, needsCurrent: boolean): string | undefined {
  return kind === 'unfit' || (kind === 'old' && needsCurrent) ? why : undefined;
}

function whyUnable(
  abilities: NodeAbilities,
  capability: NodeCapability,
  maxIndexBlocksBehind: number,
): string | undefined {
  if (abilities.has(capability) === false) return `has no ${capability}`;
  const behind = abilities.indexBlocksBehind;
  const isBehind = capability !== 'chain' && isIndexBehind(behind, maxIndexBlocksBehind);
  return isBehind ? `its index is ${behind} blocks behind` : undefined;
}
