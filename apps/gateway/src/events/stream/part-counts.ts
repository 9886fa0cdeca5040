import type { TopicPart } from '../reads/topic-reads';

/** Parts of topics that are read for all clients of a network. */
const MAX_PARTS = 1_000;
/** Of one address. */
const MAX_PARTS_PER_ADDRESS = MAX_PARTS / 10;

/** How often each key is held. */
type Holds = Map<string, number>;

/** Counts the different parts that are read: of all clients of a network, and of each address. */
export class PartCounts {
  readonly #all: Holds = new Map();
  readonly #byAddress = new Map<string, Holds>();

  /** Holds the parts of one client. @returns their end, which may be called again; the bound that refuses them */
  hold(address: string, parts: readonly Pick<TopicPart, 'key'>[]): (() => void) | 'total' | 'address' {
    const keys = parts.map(({ key }) => key);
    const own = this.#byAddress.get(address) ?? new Map<string, number>();
    if (sizeWith(own, keys) > MAX_PARTS_PER_ADDRESS) return 'address';
    if (sizeWith(this.#all, keys) > MAX_PARTS) return 'total';
    this.#byAddress.set(address, own);
    for (const holds of [own, this.#all]) for (const key of keys) holds.set(key, (holds.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const holds of [own, this.#all]) for (const key of keys) release(holds, key);
      if (own.size === 0) this.#byAddress.delete(address);
    };
  }
}

const sizeWith = (holds: Holds, keys: readonly string[]): number =>
  holds.size + new Set(keys.filter((key) => !holds.has(key))).size;

function release(holds: Holds, key: string): void {
  const left = (holds.get(key) ?? 1) - 1;
  if (left > 0) holds.set(key, left);
  else holds.delete(key);
}
