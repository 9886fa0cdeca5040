import { CONSISTENCY_NAME, ConsistentRead, type SeenHead } from '@app/operations';
import { fail } from '../errors/errors';

const FORM = 'must be a token of an earlier answer: 16 hexadecimal digits, "-", and a block number';
const integer = { type: 'integer', example: 1000 } as const;
const TOKEN = { type: 'string', example: '73e4385a2708e6d7-1000' } as const;

/** The field of a request whose reads have to be as new as an earlier answer, in the API description. */
export const CONSISTENCY_FIELD = {
  name: CONSISTENCY_NAME,
  required: false,
  description:
    'Token of an earlier answer, as that of a push: reads are of its block or a later one. They wait for a node that ' +
    'has the block, one second at most, else 503 names it. Over MCP also in `_meta` of the call',
  // Without an example: Swagger UI would send it, and it names a block of another chain.
  schema: { type: 'string' },
} as const;

/** The same field of an answer. */
export const CONSISTENCY_HEADER = {
  [CONSISTENCY_NAME]: {
    description: 'Token of the block that the answer shows, for the reads that follow it',
    schema: TOKEN,
  },
};

/** Fields of an answer that say how new it is. */
export const HEAD_HEADERS = {
  'x-head-block': {
    description: 'Lowest head of the nodes that the answer is made of, as it was known when they were asked',
    schema: integer,
  },
  'x-network-head': { description: 'Head block of the network now', schema: integer },
  ...CONSISTENCY_HEADER,
};

/**
 * Runs a call whose reads are served at or behind the block of a token.
 * @param token undefined: any block serves
 * @throws ToolError for any value that is no token
 */
export function runConsistent<T>(token: unknown, code: () => T): T {
  if (token === undefined) return code();
  const read = typeof token === 'string' ? ConsistentRead.of(token) : undefined;
  return read === undefined ? fail('CONSISTENCY_REFUSED', FORM) : read.run(code);
}

/** States the heads that an answer was made at, and the token of its block. */
export function stateHeads(
  target: { setHeader(name: string, value: string): unknown },
  { source, headBlock }: SeenHead,
): void {
  if (headBlock === 0) return;
  target.setHeader('x-head-block', String(headBlock));
  target.setHeader('x-network-head', String(Math.max(source.networkHead, headBlock)));
  const token = source.tokenOf(headBlock);
  if (token !== undefined) target.setHeader(CONSISTENCY_NAME, token);
}
