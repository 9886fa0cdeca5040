import type { Json } from '@app/antelope';
import { ChainError } from '../../kernel/sdk/errors/chain-error';
import { NodeJsonError, parseNodeJson } from './node-json';
import { ParameterError } from './parameters';
import type { InputRule } from './route';

/** Reads the body or the query, as the rule of the route says. Throws ParameterError, and ChainError without a body. */
export function readInput(rule: InputRule, { query = '', body }: { query?: string; body: string }): Json {
  return rule === 'query' ? readQuery(query) : readBody(rule, body);
}

/** The fields of a query string, as texts; of equal names the last one counts. */
function readQuery(query: string): Json {
  return Object.fromEntries(new URLSearchParams(query));
}

function readBody(rule: Exclude<InputRule, 'query'>, body: string): Json {
  const isEmpty = rule === 'text' ? body === '' : isEmptyBody(body);
  if (isEmpty && (rule === 'required' || rule === 'text'))
    throw new ChainError('invalidHttpRequest', 'A Request body is required');
  if (isEmpty) return {};
  if (rule === 'none') throw new ParameterError('no parameter should be given');
  try {
    return parseNodeJson(body);
  } catch (error) {
    throw error instanceof NodeJsonError ? new ParameterError(error.message) : error;
  }
}

/** Nothing, or a pair of braces with nothing between them. nodeos trims blanks, and no other white space. */
function isEmptyBody(body: string): boolean {
  let from = 0;
  let to = body.length;
  while (from < to && body[from] === ' ') from++;
  while (to > from && body[to - 1] === ' ') to--;
  if (from === to) return true;
  return (
    to - from > 1 &&
    body[from] === '{' &&
    body[to - 1] === '}' &&
    /^[ \t]*$/.test(body.slice(from + 1, to - 1))
  );
}
