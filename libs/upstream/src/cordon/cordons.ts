/** Whether a node is in service, and since when. */
export interface Cordon {
  readonly isCordoned: boolean;
  /** Milliseconds since 1970, of the replica that got the command. */
  readonly atMs: number;
}

/** Cordons of one network by the labels of its nodes. */
export type CordonsOfNetwork = ReadonlyMap<string, Cordon>;

/** Cordons that replicas have in common. */
export interface SharedCordons {
  /** Those that replicas stated; undefined while the store is lost. Never rejects. */
  read(network: string): Promise<CordonsOfNetwork | undefined>;
  /**
   * False while the store is lost, or has too many cordoned nodes. Never rejects.
   * @param labels nodes of the network now: what is stated of others may be forgotten
   */
  state(network: string, label: string, cordon: Cordon, labels: readonly string[]): Promise<boolean>;
}

/** The network of whose nodes some may be cordoned. */
export interface CordonedNetwork {
  readonly network: string;
  /** Those of its nodes now: a reload may change them. */
  labels(): readonly string[];
  /** Takes the nodes of these labels out of service, and all others into it. */
  apply(labels: ReadonlySet<string>): void;
}

/**
 * Which nodes of one network an operator took out of service: the newest statement about a node counts, whichever replica
 * got it. Kept by this replica, and stated to the others where there is a store.
 */
export class Cordons {
  readonly #known = new Map<string, Cordon>();

  constructor(
    private readonly of: CordonedNetwork,
    private readonly shared: SharedCordons | undefined,
  ) {}

  /**
   * @param nowMs milliseconds since 1970
   * @returns whether other replicas can know it; without a store, or while it is lost, this one alone knows
   */
  set(label: string, isCordoned: boolean, nowMs: number): Promise<boolean> {
    // A clock that was set back does not make the newest word an old one.
    const atMs = Math.max(nowMs, (this.#known.get(label)?.atMs ?? 0) + 1);
    const cordon = { isCordoned, atMs };
    this.#known.set(label, cordon);
    this.#apply();
    return this.shared?.state(this.of.network, label, cordon, this.of.labels()) ?? Promise.resolve(false);
  }

  /** Takes over what other replicas state, and states to them what they lack. Never rejects. */
  async refresh(): Promise<void> {
    const stated = await this.shared?.read(this.of.network);
    if (stated === undefined) return;
    let isChanged = false;
    const labels = this.of.labels();
    for (const label of labels) {
      const theirs = stated.get(label);
      const own = this.#known.get(label);
      if (theirs !== undefined && theirs.atMs > (own?.atMs ?? -Infinity)) {
        this.#known.set(label, theirs);
        isChanged = true;
      } else if (own !== undefined && own.atMs > (theirs?.atMs ?? -Infinity)) {
        await this.shared?.state(this.of.network, label, own, labels);
      }
    }
    if (isChanged) this.#apply();
  }

  #apply(): void {
    this.of.apply(new Set([...this.#known].flatMap(([label, { isCordoned }]) => (isCordoned ? label : []))));
  }
}
