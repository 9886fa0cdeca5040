import type { Json } from '@app/antelope';
import type { Chain } from '../../kernel/chain';
import { readParameters, type Parameters, type Readers } from './parameters';
import type { TimeBudget } from '../v1-chain/tables/table-scan';

/** The chain and settings that the routes use. */
export interface Node {
  readonly chain: Chain;
  /** Part of the version, so that two chains on one machine are distinguishable. */
  readonly name: string;
  /** The symbol of the native token, `4,ABC`. */
  readonly coreSymbol: string;
  /** The time a table scan that starts now may take; a client may ask for less. */
  readonly budget: (timeLimitMs?: number) => TimeBudget;
}

/** A route handler: reads its parameters and returns a value for JSON.stringify. */
export interface Endpoint {
  readonly answer: (node: Node, input: Json) => unknown;
  /** Message for an input that cannot be read, in place of the usual one. */
  readonly refusal?: string;
}

/**
 * Where a route reads its parameters. From the body, which it must not have, may have, needs other than `{}`, or needs
 * as any text; such a route takes every method and no query, as nodeos does. Or from the query of a GET request.
 */
export type InputRule = 'none' | 'optional' | 'required' | 'text' | 'query';

/** One row of the route table. */
export interface Route extends Endpoint {
  readonly path: string;
  readonly input: InputRule;
  /** Status of a success: 202 for what is sent into the chain, else 200. */
  readonly status: 200 | 202;
}

/** An endpoint that reads the members of a JSON object, or the fields of a query. */
export function endpoint<R extends Readers>(
  readers: R,
  answer: (node: Node, parameters: Parameters<R>) => unknown,
): Endpoint {
  return { answer: (node, body) => answer(node, readParameters(readers, body)) };
}

/** An endpoint that reads the body itself. */
export const bodyEndpoint = (answer: (node: Node, body: Json) => unknown): Endpoint => ({ answer });
