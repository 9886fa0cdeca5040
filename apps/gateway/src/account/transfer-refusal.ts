import { ToolError } from '@app/tooling';

/**
 * What is thrown when both sides of a transfer were looked at: everything the caller has to change at
 * once. A failure that is not the caller's says nothing of the transfer, and is told only by itself.
 */
export function refusalOf(failures: readonly unknown[]): unknown {
  const refusals = failures.filter(
    (failure): failure is ToolError => failure instanceof ToolError && failure.retry === 'never',
  );
  const [first] = refusals;
  if (first === undefined || refusals.length === 1) return first ?? failures[0];
  return new ToolError(first.kind, refusals.map(({ message }) => message).join('; '), { cause: first.cause });
}
