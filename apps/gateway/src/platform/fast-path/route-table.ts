import type { Surface } from '../surface';

/** Takes a request whose path and method are those it was registered with. */
export type RouteHandler<Request, Response> = (
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
) => unknown;

/** A path without parameters, with the handler of each of its methods. */
export interface Route<Request, Response> {
  readonly path: string;
  readonly surface: Surface;
  readonly handlers: Map<string, RouteHandler<Request, Response>>;
}

/** A route that answers every method. */
export const ANY_METHOD = '*';

/**
 * Routes without parameters, found in one look-up however many there are (Express tries the pattern
 * of every route before the right one). It also knows which methods a path has, for 405 answers.
 */
export class RouteTable<Request, Response> {
  readonly #routes = new Map<string, Route<Request, Response>>();

  /** Whether a path can be held here: one with parameters or wildcards cannot. */
  static isExact(path: string): boolean {
    return /^\/[\w./~-]*$/.test(path);
  }

  /** The first registration of a method and path wins, as with Express. */
  add(method: string, path: string, surface: Surface, handler: RouteHandler<Request, Response>): void {
    const key = withoutSlash(path);
    const route = this.#routes.get(key) ?? { path: key, surface, handlers: new Map() };
    if (!route.handlers.has(method)) route.handlers.set(method, handler);
    this.#routes.set(key, route);
  }

  /** Replaces the handler of a method and path that was added. */
  replace(method: string, path: string, handler: RouteHandler<Request, Response>): void {
    this.#routes.get(withoutSlash(path))?.handlers.set(method, handler);
  }

  /** The route of a path; undefined when there is no such path. */
  at(path: string): Route<Request, Response> | undefined {
    return this.#routes.get(path) ?? this.#routes.get(withoutSlash(path));
  }

  /** The methods a path answers; none when there is no such path. */
  methodsOf(path: string): string[] {
    return [...(this.#routes.get(withoutSlash(path))?.handlers.keys() ?? [])];
  }

  /** Every path that begins with `prefix`, without it. */
  namesUnder(prefix: string): string[] {
    return [...this.#routes.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length));
  }
}

/** The handler of a method; undefined when the path does not answer it. */
export function handlerOf<Request, Response>(
  { handlers }: Route<Request, Response>,
  method: string,
): RouteHandler<Request, Response> | undefined {
  return (
    handlers.get(method) ?? (method === 'HEAD' ? handlers.get('GET') : undefined) ?? handlers.get(ANY_METHOD)
  );
}

/** A path as the table keeps it. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
