import type { z } from 'zod';
import type { World } from './world';

/** One thing that can be done to the development chain from outside: everything about its route. */
export interface Control {
  readonly path: `/devchain/${string}`;
  readonly method: 'GET' | 'POST';
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  readonly body: z.ZodType;
  /** A body that works, and what it is answered with. */
  readonly example: object;
  readonly answers: object;
  /** Throws ControlError, and ChainError when the chain refuses. */
  readonly run: (world: World, body: unknown) => object;
}

/** Declares a control: what it reads is what its schema lets through. */
export function control<Body extends z.ZodType>(
  definition: Omit<Control, 'body' | 'run' | 'method'> & {
    readonly method?: Control['method'];
    readonly body: Body;
    readonly run: (world: World, body: z.output<Body>) => object;
  },
): Control {
  const { body, run, method = 'POST' } = definition;
  return { ...definition, method, body, run: (world, input) => run(world, input as z.output<Body>) };
}
