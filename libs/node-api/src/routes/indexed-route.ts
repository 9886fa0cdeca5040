import type { Type } from '@nestjs/common';
import { HEAD, type NodeRoute } from './node-route';

/** Statistics are costly for a node and change slowly. */
export const STATISTICS_SECONDS = 10;

/** A row of /v2. */
export const indexed = (
  path: string,
  summary: string,
  query: Type<object> | undefined,
  cache = HEAD,
): NodeRoute => ({
  path: `/v2/${path}`,
  methods: ['GET'],
  ...(query === undefined ? {} : { query }),
  capability: 'v2',
  call: 'history',
  cache,
  retry: 'read',
  errors: 'hyperion',
  summary,
});
