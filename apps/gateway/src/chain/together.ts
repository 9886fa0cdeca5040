import { ToolError } from '@app/tooling';

type Part = () => unknown;
type Values<P extends readonly Part[]> = { -readonly [I in keyof P]: Awaited<ReturnType<P[I]>> };

/**
 * Does everything that a request has to pass, so that the caller is told at once whatever has to change.
 * A failure that is not the caller's says nothing of the request, and is told only by itself; so is a profile
 * that does not match the chain, because there is nothing that the caller could change.
 */
export async function together<const P extends readonly Part[]>(...parts: P): Promise<Values<P>> {
  const results = await Promise.allSettled(parts.map(async (part) => part()));
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length > 0) throw refusalOf(failures);
  return results.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Values<P>;
}

function refusalOf(failures: readonly unknown[]): unknown {
  const refusals = failures.filter(
    (failure): failure is ToolError => failure instanceof ToolError && failure.retry === 'never',
  );
  const mismatch = refusals.find(({ kind }) => kind === 'PROFILE_MISMATCH');
  if (mismatch !== undefined) return mismatch;
  const [first] = refusals;
  if (first === undefined || refusals.length === 1) return first ?? failures[0];
  const messages = new Set(refusals.map(({ message }) => message));
  return new ToolError(first.kind, [...messages].join('; '), { cause: first.cause });
}
