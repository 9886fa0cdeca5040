import type { HttpHandler, HttpOrigin, HttpReply } from './http-server';
import { compilePath, type PathParameters } from './path-pattern';

/** A request whose path has a row. */
export interface RoutedRequest extends HttpOrigin {
  /** Path and query string as sent. */
  readonly target: string;
  readonly path: string;
  /** The text after the question mark; undefined without one. */
  readonly query?: string;
  readonly body: string;
  readonly parameters: PathParameters;
}

/** The answers that the rows of one API share, apart from those of success. */
export interface Surface {
  /** Refuses a request before its method is looked at; undefined admits it. */
  readonly refusal?: (request: RoutedRequest) => HttpReply | undefined;
  /** The path has rows, and none takes the method. */
  readonly wrongMethod: (request: RoutedRequest, methods: readonly string[]) => HttpReply;
  /** The answer for what `run` throws. */
  readonly failure: (error: unknown, request: RoutedRequest) => HttpReply;
}

/** One row of a route table. */
export interface RouteRow {
  /** Any method when absent. */
  readonly methods?: readonly string[];
  /** `{name}` stands for one segment, `{name*}` at the end for any number of them. */
  readonly path: string;
  /** Reads the query or the body, and answers. */
  readonly run: (request: RoutedRequest) => HttpReply | Promise<HttpReply>;
  readonly surface: Surface;
}

/**
 * Answers each request by the first row of its path and method; a path without parameters is looked up before those
 * with. `unmatched` answers where no row has the path.
 */
export function createRouter(
  rows: readonly RouteRow[],
  unmatched: (target: string) => HttpReply,
): HttpHandler {
  const isPattern = ({ path }: RouteRow): boolean => path.includes('{');
  const fixed = byPath(rows.filter((row) => !isPattern(row)));
  const patterns = [...byPath(rows.filter(isPattern))].map(([path, group]) => ({
    match: compilePath(path),
    group,
  }));

  return (target, body, origin) => {
    const end = target.indexOf('?');
    const path = end < 0 ? target : target.slice(0, end);
    const query = end < 0 ? undefined : target.slice(end + 1);
    const group = fixed.get(path);
    if (group !== undefined) return answer(group, { ...origin, target, path, query, body, parameters: {} });
    for (const { match, group } of patterns) {
      const parameters = match(path);
      if (parameters !== undefined)
        return answer(group, { ...origin, target, path, query, body, parameters });
    }
    return unmatched(target);
  };
}

function byPath(rows: readonly RouteRow[]): Map<string, RouteRow[]> {
  const groups = new Map<string, RouteRow[]>();
  for (const row of rows) groups.set(row.path, [...(groups.get(row.path) ?? []), row]);
  return groups;
}

/** @param rows of one path; never empty */
function answer(rows: readonly RouteRow[], request: RoutedRequest): HttpReply | Promise<HttpReply> {
  const [{ surface }] = rows as [RouteRow];
  const refused = surface.refusal?.(request);
  if (refused !== undefined) return refused;
  const row = rows.find(({ methods }) => methods?.includes(request.method) ?? true);
  if (row === undefined)
    return surface.wrongMethod(
      request,
      rows.flatMap(({ methods = [] }) => methods),
    );
  try {
    const reply = row.run(request);
    return reply instanceof Promise
      ? reply.catch((error: unknown) => row.surface.failure(error, request))
      : reply;
  } catch (error) {
    return row.surface.failure(error, request);
  }
}
