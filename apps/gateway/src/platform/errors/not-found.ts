import { errorInWords, toolError } from '@app/chain-tools';
import { ToolError, TOOLS_PREFIX } from '@app/tooling';
import { closest, distance } from 'fastest-levenshtein';
import { HttpError } from './refusal';

/** A request that matches no route. */
export interface UnmatchedRequest {
  readonly method: string;
  /** Its path, percent-decoded. */
  readonly path: string;
  /** Methods that the path answers; none when there is no such path. */
  readonly allowed: readonly string[];
  /** The rest of every known path that begins with a prefix. */
  readonly namesUnder: (prefix: string) => string[];
}

/** Makes the error of a request that matches no route. */
export type NotFound = (request: UnmatchedRequest) => ToolError;

/** Queries on the table of routes. */
interface KnownRoutes {
  methodsOf(path: string): string[];
  namesUnder(prefix: string): string[];
}

/** The error for a request without a route, from the surface of its decoded path. */
export function notFoundError(
  method: string,
  path: string,
  surfaces: { of(path: string): { readonly notFound: NotFound } },
  routes: KnownRoutes,
): ToolError {
  const readable = decoded(path);
  if (readable === undefined) {
    return errorInWords('INVALID_ARGUMENTS', 'the path has a broken percent-encoding');
  }
  const allowed = routes.methodsOf(path);
  const namesUnder = (prefix: string) => routes.namesUnder(prefix);
  return surfaces.of(readable).notFound({ method, path: readable, allowed, namesUnder });
}

/** A wrong method of a known path, or an unknown path. */
export const routeNotFound: NotFound = ({ method, path, allowed }) =>
  allowed.length > 0
    ? methodNotAllowed(method, allowed, allowed.join(' or '))
    : toolError('UNKNOWN_ROUTE', method, beginningOf(path));

/** A wrong method of a known tool, or an unknown tool, with the name of a similar one. */
export const toolNotFound: NotFound = ({ method, path, allowed, namesUnder }) => {
  if (allowed.length > 0) return methodNotAllowed(method, allowed, 'POST with a JSON body');
  const name = path.slice(TOOLS_PREFIX.length);
  const { message } = toolError('UNKNOWN_TOOL', beginningOf(name));
  return errorInWords('UNKNOWN_TOOL', message + suggestion(name, namesUnder(TOOLS_PREFIX)));
};

function methodNotAllowed(method: string, allowed: readonly string[], use: string): HttpError {
  return new HttpError(toolError('METHOD_NOT_ALLOWED', method, use), {
    Allow: [...allowed, 'OPTIONS'].join(', '),
  });
}

function suggestion(name: string, known: readonly string[]): string {
  if (name === '' || name.length > 40 || known.length === 0) return '';
  const nearest = closest(name.toLowerCase(), known);
  const isNear = distance(name.toLowerCase(), nearest) <= Math.ceil(nearest.length / 3);
  return isNear ? `; did you mean ${nearest}?` : '';
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Most of an unknown path is not repeated. */
function beginningOf(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
