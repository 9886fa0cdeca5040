import type { z } from 'zod';
import type { AdminContext } from './admin-context';

/** One operation of the admin API: its route, its documentation and its handler. */
export interface AdminRoute {
  readonly path: `/devchain/${string}`;
  readonly method: 'GET' | 'POST';
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  readonly body: z.ZodType;
  /** A valid body, and its answer below. */
  readonly example: object;
  readonly answers: object;
  /** As `example`, with values of the chain: it succeeds there. */
  readonly exampleOf?: (context: AdminContext) => object;
  /** Throws AdminError, and ChainError when the chain refuses. */
  readonly run: (context: AdminContext, body: unknown) => object;
}

/** Declares an admin route; `run` receives the parsed body of its schema. */
export function adminRoute<Body extends z.ZodType>(
  definition: Omit<AdminRoute, 'body' | 'run' | 'method'> & {
    readonly method?: AdminRoute['method'];
    readonly body: Body;
    readonly run: (context: AdminContext, body: z.output<Body>) => object;
  },
): AdminRoute {
  const { body, run, method = 'POST' } = definition;
  return { ...definition, method, body, run: (context, input) => run(context, input as z.output<Body>) };
}
