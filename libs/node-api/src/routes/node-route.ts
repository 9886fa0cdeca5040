import type { Type } from '@nestjs/common';

/** Shape of an error: nodeos' `{code, message, error}`, or Hyperion's `{statusCode, error, message}`. */
export type ErrorShape = 'nodeos' | 'hyperion';

/** Ability of a node that a route needs. */
export type RouteCapability = 'chain' | 'history' | 'trace' | 'v2' | 'stream';

/** Cost of a route at a node, by which its deadline and the size of its answer are bounded. */
export type QueryClass = 'info' | 'account' | 'abi' | 'table' | 'history' | 'compute' | 'lookup' | 'push';

/**
 * Lifetime of an answer.
 * - `never`: pushes, dry runs, anything whose answer differs by caller
 * - `head`: until the next head, one second at most
 * - `slow`: changes by rare transactions; `seconds` at most
 * - `block`: as `head` until the block is irreversible, immutable from then on; by its id at once. `isFinal`, where
 *   answers say themselves whether their block is irreversible: only one that does is immutable
 */
export type CachePolicy =
  | { readonly kind: 'never' }
  | { readonly kind: 'head' }
  | { readonly kind: 'slow'; readonly seconds: number }
  | {
      readonly kind: 'block';
      readonly blockOf: (parameters: Readonly<Record<string, unknown>>) => BlockKey;
      readonly isFinal?: (answer: Buffer) => boolean;
    };

/** The block an answer is about: undefined when the parameters name none. */
export type BlockKey = { readonly number: number } | { readonly id: string } | undefined;

/**
 * One route of the node query API: read by the mirror, the history node, both API documents and the lists of supported
 * routes. Adding a route to the mirror is adding a row.
 */
export interface NodeRoute {
  /** Below the prefix of the network. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
  /** Documented members of the body, of a GET their query; undefined: the route takes none. */
  readonly body?: Type<object>;
  /** Documented parameters of the query. */
  readonly query?: Type<object>;
  readonly capability: RouteCapability;
  /** Deadline and size bound of the request to a node. */
  readonly call: QueryClass;
  readonly cache: CachePolicy;
  /** `push`: at most one node takes it, see libs/upstream/push. */
  readonly retry: 'read' | 'push';
  readonly errors: ErrorShape;
  readonly summary: string;
  /** The gateway's own JavaScript source, not JSON. */
  readonly isScript?: boolean;
  /** Path at the node, where it differs. */
  readonly nodePath?: string;
  /** False: the history node has it, and the mirror does not. */
  readonly isMirrored?: false;
}

/** Of pushes, dry runs and answers that differ by caller. */
export const NEVER: CachePolicy = { kind: 'never' };
/** Until the next head. */
export const HEAD: CachePolicy = { kind: 'head' };
/** For some seconds at most. */
export const slow = (seconds: number): CachePolicy => ({ kind: 'slow', seconds });

const BLOCK_ID = /^[0-9a-f]{64}$/;
const BLOCK_NUMBER = /^\d{1,10}$/;

/** Blocks are counted from 1. The history node counts negative numbers from its head: they name no one block. */
const isBlockNumber = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

/** A trace has its status among its first members, before the first nested one. */
const TRACE_HEAD_BYTES = 1_024;
const IRREVERSIBLE_TRACE = /^\s*\{[^{}[\]]*"status"\s*:\s*"irreversible"/;

/** Whether the answer of trace get_block says that its block is irreversible; a node that is late says `pending`. */
export const isFinalTrace = (answer: Buffer): boolean =>
  IRREVERSIBLE_TRACE.test(answer.toString('latin1', 0, TRACE_HEAD_BYTES));

/** The block that a member of the parameters names: by its number, digits included, or by its id. */
export function blockIn(member: string, isFinal?: (answer: Buffer) => boolean): CachePolicy {
  return {
    kind: 'block',
    ...(isFinal === undefined ? {} : { isFinal }),
    blockOf: (parameters) => {
      const value = parameters[member];
      if (typeof value === 'string' && BLOCK_ID.test(value)) return { id: value };
      const number = typeof value === 'string' && BLOCK_NUMBER.test(value) ? Number(value) : value;
      return typeof number === 'number' && isBlockNumber(number) ? { number } : undefined;
    },
  };
}
