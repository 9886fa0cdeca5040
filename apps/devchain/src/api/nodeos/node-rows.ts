import { ChainError } from '../../kernel/sdk/errors/chain-error';
import type { RoutedRequest, RouteRow, Surface } from '../../http/router';
import type { HttpReply } from '../../http/http-server';
import { errorReply, ILLEGAL_TARGET, NOT_FOUND, unexpectedReply } from './error-answer';
import { readInput } from './input';
import { ParameterError } from './parameters';
import type { Node, Route } from './route';

type LogFailure = (path: string, error: unknown) => void;

/** The rows of a node's routes for the router. */
export function nodeRows(routes: readonly Route[], node: Node, logFailure: LogFailure): RouteRow[] {
  const surface = nodeosSurface(logFailure);
  // nodeos compares the whole target with the path of a route.
  const withoutQuery: Surface = {
    ...surface,
    refusal: ({ target, query }) => (query === undefined ? undefined : unmatched(target)),
  };
  return routes.map((route) => {
    const isQuery = route.input === 'query';
    return {
      path: route.path,
      methods: isQuery ? ['GET', 'HEAD'] : undefined,
      surface: isQuery ? surface : withoutQuery,
      run: (request) => run(route, node, request),
    };
  });
}

/** The answer for a target without a row. */
export function unmatched(target: string): HttpReply {
  return !target.startsWith('/') || target.includes('..') ? ILLEGAL_TARGET : NOT_FOUND;
}

function run(route: Route, node: Node, request: RoutedRequest): HttpReply {
  try {
    return {
      status: route.status,
      body: JSON.stringify(route.answer(node, readInput(route.input, request))),
    };
  } catch (error) {
    if (error instanceof ParameterError) throw new ChainError('invalidHttpRequest', refusalOf(route));
    throw error;
  }
}

function refusalOf({ refusal, input }: Route): string {
  if (refusal !== undefined) return refusal;
  return `Unable to parse valid input from ${input === 'query' ? 'the query' : 'POST body'}`;
}

/** nodeos' error bodies. */
function nodeosSurface(logFailure: LogFailure): Surface {
  return {
    wrongMethod: () => NOT_FOUND,
    failure: (error, { path }) => {
      const method = path.slice(path.lastIndexOf('/') + 1);
      if (error instanceof ChainError) return errorReply(error, method);
      logFailure(path, error);
      return unexpectedReply(method);
    },
  };
}
