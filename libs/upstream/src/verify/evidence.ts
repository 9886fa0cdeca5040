import { hash } from 'node:crypto';
import type { NodeRequest } from '../node/node-request';
import { shortened } from '../node/shortened';
import type { Disagreement } from './disagreement';
import { differenceOf } from './difference';
import { routeOf, type Said, type Settled } from './statements';

/** Most characters of a request, and of the path of a member, which a node may choose. */
const MAX_CHARACTERS = 256;

/** The answer of a node that contradicts others. */
export interface ContradictingAnswer {
  /** Label of the node. */
  readonly node: string;
  /** SHA-256 of the bytes that it sent, in hex. */
  readonly hash: string;
  /** Whether two other nodes contradict it at its head. */
  readonly isOutvoted: boolean;
}

/** A difference between nodes with all that is needed to find the wrong one. Holds no values of answers. */
export interface Evidence extends Disagreement {
  /** The body of the request, or the query of its path; cut where it is long. */
  readonly asked: string;
  /** Id of the head; undefined: the nodes were never seen at the same one. */
  readonly headId: string | undefined;
  readonly answers: readonly ContradictingAnswer[];
}

/**
 * The evidence of a difference that was settled.
 * @param before what the first two nodes said, where no later statement differs
 */
export function evidenceOf(
  network: string,
  request: NodeRequest,
  [one, other]: readonly [Said, Said],
  { verdict, statements }: Settled,
): Evidence {
  const said = statements.length < 2 ? [one, other] : statements.map((statement) => statement.said);
  const outvoted = verdict.kind === 'agreed' ? verdict.outvoted : [];
  const first = verdict.kind === 'agreed' ? verdict.said : (said[0] ?? one);
  const differing = said.find(({ decoded }) => differenceOf(first.decoded, decoded) !== undefined) ?? other;
  const headId = verdict.kind === 'disagreed' ? verdict.head : outvoted[0]?.head;
  return {
    network,
    route: routeOf(request),
    asked: shortened(askedIn(request), MAX_CHARACTERS),
    headBlock: headId === undefined ? undefined : blockNumber(headId),
    headId,
    nodes: [first, differing].map(({ answer }) => answer.node.label),
    member: shortened(differenceOf(first.decoded, differing.decoded)?.path ?? '', MAX_CHARACTERS),
    answers: said.map(({ answer: { node, reply } }) => ({
      node: node.label,
      hash: hash('sha256', reply.bytes, 'hex'),
      isOutvoted: outvoted.some((statement) => statement.node === node.label),
    })),
  };
}

/** An id begins with the number of its block. */
const blockNumber = (id: string): number => Number.parseInt(id.slice(0, 8), 16);

function askedIn({ body, path }: NodeRequest): string {
  if (body === undefined) return path.slice(path.indexOf('?') + 1);
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
