/** Ends a look at a node that does not answer. */
const TIMEOUT_MS = 3_000;
const OPENING_BRACE = 0x7b;

/** The URL of a node as it may be shown: its origin and path. */
export function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Whether a node is a development chain: only there does `{node}` in a profile lead to a route that exists. */
export async function isDevelopmentNode(nodeUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${withoutCredentials(nodeUrl)}/devchain/status`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    // A node may send, and have unpacked, any number of bytes.
    await reader?.cancel();
    return answer.ok && first?.value?.[0] === OPENING_BRACE;
  } catch {
    // Unreachable, or no answer in time: not known to be one.
    return false;
  }
}
