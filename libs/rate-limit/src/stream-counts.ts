/** Limits of streams; 0 turns a limit off. */
export interface StreamLimits {
  readonly total: number;
  readonly perAddress: number;
}

/** Counts the open streams of all clients and of each. */
export class StreamCounts {
  readonly #byClient = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: StreamLimits) {}

  /**
   * Counts one more stream of a client.
   * @returns the end of the stream, to be called once; the limit that refuses it
   */
  open(client: string): (() => void) | 'total' | 'address' {
    const { total, perAddress } = this.limits;
    const own = this.#byClient.get(client) ?? 0;
    if (total > 0 && this.#total >= total) return 'total';
    if (perAddress > 0 && own >= perAddress) return 'address';
    this.#total += 1;
    this.#byClient.set(client, own + 1);
    return () => {
      this.#total -= 1;
      const left = (this.#byClient.get(client) ?? 1) - 1;
      if (left > 0) this.#byClient.set(client, left);
      else this.#byClient.delete(client);
    };
  }
}
