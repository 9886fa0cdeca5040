/** Cost of a body chunk besides its bytes: the buffer object and its list entry. */
const BYTES_PER_PIECE = 256;

/** One client may hold this part of the budget: it cannot have all others refused. */
const SHARE_OF_ONE_CLIENT = 1 / 4;

/** The pieces of one unfinished body. */
export interface BodyShare {
  /** Whether a piece of this length may be kept; nothing is counted when it may not. */
  take(bytes: number): boolean;
  /** Gives everything back; may be called more than once. */
  release(): void;
}

/** Bounds the bytes of all request bodies that have not arrived completely. */
export class BodyBudget {
  readonly #byClient = new Map<string, number>();
  #used = 0;

  /** @param maxBytes over all requests; 0 turns the limit off */
  constructor(private readonly maxBytes: number) {}

  /** Bytes of unfinished bodies, with what holding them costs. */
  get used(): number {
    return this.#used;
  }

  /** @param client the address it is counted by */
  open(client: string): BodyShare {
    let held = 0;
    return {
      take: (bytes) => {
        const cost = bytes + BYTES_PER_PIECE;
        if (!this.#add(client, cost)) return false;
        held += cost;
        return true;
      },
      release: () => {
        this.#remove(client, held);
        held = 0;
      },
    };
  }

  #add(client: string, cost: number): boolean {
    const ofClient = (this.#byClient.get(client) ?? 0) + cost;
    const isOver =
      this.#used + cost > this.maxBytes || ofClient > Math.ceil(this.maxBytes * SHARE_OF_ONE_CLIENT);
    if (this.maxBytes > 0 && isOver) return false;
    this.#used += cost;
    this.#byClient.set(client, ofClient);
    return true;
  }

  #remove(client: string, cost: number): void {
    if (cost === 0) return;
    this.#used -= cost;
    const remaining = (this.#byClient.get(client) ?? 0) - cost;
    if (remaining > 0) this.#byClient.set(client, remaining);
    else this.#byClient.delete(client);
  }
}
