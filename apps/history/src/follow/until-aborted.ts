/** Resolves or rejects as `work` does; rejects with the reason of the signal when that comes before. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // It continues after the end of the wait: its failure concerns no caller then.
  work.catch(() => undefined);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
