import { shortened } from '@app/upstream';

/** Most characters of the reason in a log line. */
export const MAX_REASON_CHARACTERS = 4096;

/** The message and those of its causes: a refusal does not name the node, its cause does. */
export function reasonOf(failure: unknown): string {
  return shortened(chainOf(failure), MAX_REASON_CHARACTERS);
}

function chainOf(failure: unknown, depth = 0): string {
  if (!(failure instanceof Error)) return String(failure);
  const { message, cause } = failure;
  return cause === undefined || depth > 5 ? message : `${message} <- ${chainOf(cause, depth + 1)}`;
}
