import { ChainError } from '../../kernel/sdk/errors/chain-error';
import { errorReply, ILLEGAL_TARGET, NOT_FOUND, unexpectedReply } from './error-answer';
import type { HttpHandler, HttpReply } from '../../http/http-server';
import { type JsonValue, NodeJsonError, parseNodeJson } from './node-json';
import { ParameterError } from './parameters';
import type { Node, Route } from './route';

/** Finds the row of a request and answers it; every failure becomes nodeos' error body. */
export function createDispatcher(
  routes: readonly Route[],
  node: Node,
  logFailure: (path: string, error: unknown) => void,
): HttpHandler {
  const byPath = new Map(routes.map((route) => [route.path, route]));
  return (target, body) => {
    if (!target.startsWith('/') || target.includes('..')) return ILLEGAL_TARGET;
    const route = byPath.get(target);
    if (route === undefined) return NOT_FOUND;
    try {
      const answer = route.answer(node, readBody(route, body));
      return { status: route.status, body: JSON.stringify(answer) };
    } catch (error) {
      return failure(route, error, logFailure);
    }
  };
}

function readBody(route: Route, body: string): JsonValue {
  const isEmpty = route.body === 'text' ? body === '' : isEmptyBody(body);
  if (isEmpty && (route.body === 'required' || route.body === 'text'))
    throw new ChainError('invalidHttpRequest', 'A Request body is required');
  if (isEmpty) return {};
  if (route.body === 'none') throw new ParameterError('no parameter should be given');
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

function failure(
  { path, refusal = 'Unable to parse valid input from POST body' }: Route,
  error: unknown,
  logFailure: (path: string, error: unknown) => void,
): HttpReply {
  const method = path.slice(path.lastIndexOf('/') + 1);
  if (error instanceof ChainError) return errorReply(error, method);
  if (error instanceof ParameterError) {
    return errorReply(new ChainError('invalidHttpRequest', refusal), method);
  }
  logFailure(path, error);
  return unexpectedReply(method);
}
