import { shortened } from './shortened';

/** Maximum length of a message of a node that is passed on; messages of contracts are shorter. */
const MAX_REASON_CHARACTERS = 500;

/**
 * The node understood the request and refused it: an answer, not an outage. Another node would say
 * the same, so it is never retried elsewhere.
 */
export class NodeAnswerError extends Error {
  override readonly name = 'NodeAnswerError';
  readonly reason: string;

  /**
   * @param httpStatus status of the node's answer (a nodeos 500 is normally such a refusal)
   * @param code nodeos' error code, 0 where it gives none
   * @param errorName nodeos' error name, such as `tx_duplicate`
   * @param reason readable text: the contract's own message where a contract refused; a long one is cut
   */
  constructor(
    readonly httpStatus: number,
    readonly code: number,
    readonly errorName: string,
    reason: string,
  ) {
    const message = shortened(reason, MAX_REASON_CHARACTERS);
    super(message);
    this.reason = message;
  }
}

/** No node of the network has the route of an index: it is a network without a history node. */
export class NoHistoryError extends Error {
  override readonly name = 'NoHistoryError';

  constructor(
    readonly network: string,
    readonly route: string,
  ) {
    super(`no node of ${network} serves ${route}`);
  }
}

/** Facts about a failed call that decide whether and where it is repeated. */
export interface NodeFailureFacts {
  /** False only when the request certainly was not taken up by the node. */
  readonly mayHaveArrived: boolean;
  /** The connection broke after bytes were written: another one may replace it at once, and its bytes may be why. Default false. */
  readonly isBroken?: boolean;
  /** The node answered that it does not have what was asked: it works. Default false. */
  readonly isAnswer?: boolean;
  /** A whole answer of HTTP came that no node writes: of a proxy, of a limit. Default false. */
  readonly isHttpAnswer?: boolean;
  /** The same with a status from 400 to 499: it may be an answer to the bytes of the request. Default false. */
  readonly isRefusedPage?: boolean;
  /** The next answer of the same node may be a better one: it is asked again. Default false. */
  readonly mayImprove?: boolean;
  readonly cause?: unknown;
}

/** One node could not be used for one call. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';
  readonly mayHaveArrived: boolean;
  readonly isBroken: boolean;
  readonly isAnswer: boolean;
  readonly isHttpAnswer: boolean;
  readonly isRefusedPage: boolean;
  readonly mayImprove: boolean;

  /**
   * @param node label of the node, never its URL
   * @param why readable, without addresses or credentials
   */
  constructor(
    readonly node: string,
    readonly why: string,
    {
      mayHaveArrived,
      isBroken = false,
      isAnswer = false,
      isHttpAnswer = false,
      isRefusedPage = false,
      mayImprove = false,
      ...options
    }: NodeFailureFacts,
  ) {
    super(`${node}: ${why}`, options);
    this.mayHaveArrived = mayHaveArrived;
    this.isBroken = isBroken;
    this.isAnswer = isAnswer;
    this.isHttpAnswer = isHttpAnswer;
    this.isRefusedPage = isRefusedPage;
    this.mayImprove = mayImprove;
  }
}

/**
 * No node of a network could answer. Nothing is known about the request itself. The message says which nodes were
 * asked, for the log.
 */
export class UpstreamUnavailableError extends Error {
  override readonly name = 'UpstreamUnavailableError';
  /** Reason without the nodes' names, safe for clients. */
  readonly why: string;

  constructor(
    readonly network: string,
    readonly failures: readonly NodeFailure[],
  ) {
    super(`no node of ${network} could answer: ${distinct(failures.map(({ message }) => message))}`);
    this.why = distinct(failures.map(({ why }) => why)) || 'no node is fit';
  }
}

/** A read names a block that cannot be waited for. */
export class ConsistencyRefusedError extends Error {
  override readonly name = 'ConsistencyRefusedError';

  /** @param why readable, without nodes */
  constructor(
    readonly network: string,
    readonly why: string,
  ) {
    super(`x-consistency: ${why}`);
  }
}

/** No node that can answer a read had its block in time. */
export class BlockNotReachedError extends Error {
  override readonly name = 'BlockNotReachedError';

  /** @param head of the network, as far as it is known */
  constructor(
    readonly network: string,
    readonly block: number,
    readonly head: number,
  ) {
    super(`no node of ${network} that can answer has block ${block} yet; the head of the network is ${head}`);
  }
}

/** A node's answer is larger than the bound of its call class: asking for less may help. The message is for the log. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';

  constructor(
    readonly node: string,
    readonly maxBytes: number,
  ) {
    super(`the answer of ${node} is larger than ${maxBytes} bytes`);
  }
}

function distinct(reasons: readonly string[]): string {
  return [...new Set(reasons)].join('; ');
}
