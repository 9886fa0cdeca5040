import { CONSISTENCY_HEADER } from '@app/chain-tools';
import type { HeaderObject } from '@nestjs/swagger';

/** Header fields by which an answer of the mirror says where it comes from. Source: docs/reference/node-api.md, headers. */
export const ORIGIN_HEADERS: Readonly<Record<string, HeaderObject>> = {
  'x-upstream': {
    description: 'Label of the node that answered, or `gateway`',
    schema: { type: 'string' },
    example: 'node-1',
  },
  'x-head-block': {
    description: 'Head block of the node that answered, as it was known when it was asked',
    schema: { type: 'integer' },
    example: 1000,
  },
  'x-network-head': {
    description:
      'Head block of the network now; a lower `x-head-block` says that the answer is of an older state',
    schema: { type: 'integer' },
    example: 1000,
  },
  ...CONSISTENCY_HEADER,
  'x-cache': {
    description:
      '`hit`: the answer was at hand; `miss`: a node was asked; `coalesced`: with a running request',
    schema: { type: 'string', enum: ['hit', 'miss', 'coalesced'] },
    example: 'miss',
  },
  age: { description: 'Seconds since the node answered', schema: { type: 'integer' }, example: 0 },
  etag: {
    description: 'Only on answers to GET and HEAD that never change; `if-none-match` answers 304',
    schema: { type: 'string' },
  },
};
