import { z } from 'zod';
import type { Raw } from './node-reply';

/** A node answered with JSON that does not have the shape of its route. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  constructor(
    readonly what: string,
    options?: { cause?: unknown },
  ) {
    super(`the node's answer could not be read: ${what}`, options);
  }
}

/**
 * Passes a node's JSON through a schema.
 * @throws UnreadableAnswerError naming the route and the first member that is wrong.
 */
export function readAnswer<S extends z.ZodType>(route: string, schema: S, raw: Raw): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UnreadableAnswerError(
    `${route}: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`,
    {
      cause: parsed.error,
    },
  );
}

/** nodeos prints integers above 32 bits as strings: the same member changes its type with its value. */
export const chainInteger = z
  .union([z.int(), z.string().regex(/^-?\d{1,20}$/)])
  .transform((value) => BigInt(value));

/** Chain times are UTC without a Z; milliseconds since the epoch. Days and hours that do not exist are no time. */
export const chainTimeMs = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z?$/)
  .transform((text) => Date.parse(text.endsWith('Z') ? text : `${text}Z`))
  .pipe(z.number());

export const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
