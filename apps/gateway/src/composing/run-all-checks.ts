import { ToolError } from '@app/tooling';

type Check = () => unknown;
type Values<C extends readonly Check[]> = { -readonly [I in keyof C]: Awaited<ReturnType<C[I]>> };

/**
 * Runs all checks of a request and reports every client error in one ToolError. A failure that the caller cannot
 * correct (an outage, a defect) is reported only when no check failed with a client error. A profile that does not
 * match the chain is reported alone, because the caller cannot correct it.
 */
export async function runAllChecks<const C extends readonly Check[]>(...checks: C): Promise<Values<C>> {
  const results = await Promise.allSettled(checks.map(async (check) => await check()));
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length > 0) throw refusalOf(failures);
  return results.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Values<C>;
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
  return new ToolError(first.kind, [...messages].join('; '), first, { cause: first.cause });
}
