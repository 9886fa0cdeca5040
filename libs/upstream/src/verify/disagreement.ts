/** The difference between two nodes. */
export interface Disagreement {
  readonly network: string;
  /** Labels of the nodes. */
  readonly nodes: readonly string[];
  /** Path of the route. */
  readonly route: string;
  /** Number of the head that the nodes were at; undefined: they were never seen at the same one. */
  readonly headBlock: number | undefined;
  /** The member that differs, as in `rows.0.btc_address`; empty for the whole answer. */
  readonly member: string;
}

/** The difference in words, without names of nodes and without values: safe for clients. */
export function differenceText({ route, headBlock, member }: Disagreement): string {
  const what = member === '' ? route : `${route}, ${member}`;
  const when = headBlock === undefined ? 'and were not seen at the same head' : `at block ${headBlock}`;
  return `${what}: they differ ${when}`;
}

/**
 * Only one node of a network answered, although others are in use: its answer is not used, as it may be the one that is
 * wrong. The next try may find another node that answers.
 */
export class UnconfirmedAnswerError extends Error {
  override readonly name = 'UnconfirmedAnswerError';

  constructor(
    readonly network: string,
    /** Path of the route. */
    readonly route: string,
  ) {
    super(`only one node of ${network} answered ${route}, and others are in use`);
  }
}

/**
 * The nodes of a network say different things, and it is not known which is true: none of it is used. The message names
 * the nodes, for the log.
 */
export class NodesDisagreeError extends Error {
  override readonly name = 'NodesDisagreeError';
  readonly network: string;
  /** The difference, without names of nodes and without values: safe for clients. */
  readonly why: string;

  constructor(disagreement: Disagreement) {
    const { network, nodes } = disagreement;
    const why = differenceText(disagreement);
    super(`${nodes.join(' and ')} of ${network} disagree: ${why}`);
    this.network = network;
    this.why = why;
  }
}
