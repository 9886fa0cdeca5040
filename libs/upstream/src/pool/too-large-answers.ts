import type { NodeCapability } from '@app/networks/node-config';
import { AnswerTooLargeError, NodeFailure, type UpstreamUnavailableError } from '../node/errors';
import type { NodeHealth } from './node-health';

/**
 * The nodes that answered one request with more than its bound. One of them may answer so whatever it was asked, so
 * that the others are asked too. The request fails once more than half of the nodes in use answered with too much.
 */
export class TooLargeAnswers {
  readonly #from = new Set<NodeHealth>();

  constructor(
    private readonly healths: readonly NodeHealth[],
    private readonly capability: NodeCapability,
  ) {}

  /** @returns whether more than half of the nodes in use have answered with too much now */
  add(health: NodeHealth): boolean {
    this.#from.add(health);
    return this.#from.size * 2 > this.healths.filter((one) => isInUse(one, this.capability)).length;
  }

  /** Another node answered the same request within the bound. */
  recordOthers(): void {
    for (const health of this.#from) health.recordExcess();
  }
}

/**
 * The errors of a request that no node answered, where each node that has what was asked for answered with too much;
 * otherwise none.
 * @param failures of all nodes that were asked, each once
 */
export function tooLargeOnly(failures: readonly unknown[]): readonly AnswerTooLargeError[] {
  const ofOwners = failures.filter((failure) => !isAbsent(failure));
  const tooLarge = ofOwners.filter((failure) => failure instanceof AnswerTooLargeError);
  return tooLarge.length === ofOwners.length ? tooLarge : [];
}

/**
 * The error of a read that failed in the end: that of an answer that was too large, where no other node answered, as less
 * may be answered; otherwise `error`. A node that lacks what was asked for gave no answer.
 */
export function tooLargeOr(error: UpstreamUnavailableError): Error {
  if (error.failures.some(({ isAnswer, mayImprove }) => isAnswer && mayImprove)) return error;
  return (
    error.failures.map(({ cause }) => cause).find((cause) => cause instanceof AnswerTooLargeError) ?? error
  );
}

const isAbsent = (failure: unknown): boolean =>
  failure instanceof NodeFailure && failure.isAnswer && !failure.mayImprove;

const isInUse = ({ judged, abilities }: NodeHealth, capability: NodeCapability): boolean =>
  abilities.has(capability) !== false && judged.kind !== 'unfit' && judged.kind !== 'suspect';
