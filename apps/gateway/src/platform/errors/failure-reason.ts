import { shortened } from '@app/upstream';

/** Most characters of the reason in a log line. */
export const MAX_REASON_CHARACTERS = 4096;
const MAX_CAUSES = 6;

/** The message and those of its causes: a refusal does not name the node, its cause does. */
export function reasonOf(failure: unknown): string {
  return shortened(chainOf(failure), MAX_REASON_CHARACTERS);
}

/** An error that translates or quotes its cause contains the message already: it is printed once. */
function chainOf(failure: unknown): string {
  const messages: string[] = [];
  let current = failure;
  for (let depth = 0; depth <= MAX_CAUSES && current !== undefined; depth++) {
    const message = current instanceof Error ? current.message : String(current);
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  return messages.join(' <- ');
}
