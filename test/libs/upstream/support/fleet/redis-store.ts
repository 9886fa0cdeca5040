type Value =
  | { readonly kind: 'string'; text: string }
  | { readonly kind: 'hash'; readonly fields: Map<string, string> }
  | { readonly kind: 'zset'; readonly scores: Map<string, number> }
  | { readonly kind: 'stream'; readonly entries: (readonly [id: string, fields: readonly string[]])[] };

interface Key {
  readonly value: Value;
  endsAtMs: number;
}

/** Keys of a Redis with their values and ends. Only what the scripts of the replicas need. */
export class RedisStore {
  #keys = new Map<string, Key>();

  constructor(private readonly nowMs: () => number) {}

  get names(): string[] {
    return [...this.#keys.keys()];
  }

  kindOf(name: string): Value['kind'] | 'none' {
    return this.#key(name)?.value.kind ?? 'none';
  }

  text(name: string): string | undefined {
    const value = this.#key(name)?.value;
    return value?.kind === 'string' ? value.text : undefined;
  }

  setText(name: string, text: string, lifeMs = Infinity): void {
    this.#keys.set(name, { value: { kind: 'string', text }, endsAtMs: this.nowMs() + lifeMs });
  }

  /** Milliseconds until it ends. */
  lifeMs(name: string): number {
    return (this.#key(name)?.endsAtMs ?? 0) - this.nowMs();
  }

  expire(name: string, lifeMs: number): void {
    const key = this.#key(name);
    if (key !== undefined) key.endsAtMs = this.nowMs() + lifeMs;
  }

  remove(name: string): void {
    this.#keys.delete(name);
  }

  /** The hash of a key, in place of a value of another type. */
  hash(name: string): Map<string, string> {
    const value = this.#key(name)?.value;
    if (value?.kind === 'hash') return value.fields;
    const fields = new Map<string, string>();
    this.#keys.set(name, { value: { kind: 'hash', fields }, endsAtMs: Infinity });
    return fields;
  }

  scores(name: string): Map<string, number> {
    const value = this.#key(name)?.value;
    if (value?.kind === 'zset') return value.scores;
    const scores = new Map<string, number>();
    this.#keys.set(name, { value: { kind: 'zset', scores }, endsAtMs: Infinity });
    return scores;
  }

  entries(name: string): (readonly [id: string, fields: readonly string[]])[] {
    const value = this.#key(name)?.value;
    if (value?.kind === 'stream') return value.entries;
    const entries: (readonly [string, readonly string[]])[] = [];
    this.#keys.set(name, { value: { kind: 'stream', entries }, endsAtMs: Infinity });
    return entries;
  }

  wipe(): void {
    this.#keys.clear();
  }

  /** All that it holds now, to be put back later; what has an end then lives as long as it did at first. */
  copy(): () => void {
    const lives = new Map([...this.#keys].map(([name, { endsAtMs }]) => [name, endsAtMs - this.nowMs()]));
    const copied = structuredClone(this.#keys);
    return () => {
      this.#keys = structuredClone(copied);
      for (const [name, key] of this.#keys) key.endsAtMs = this.nowMs() + (lives.get(name) ?? 0);
    };
  }

  #key(name: string): Key | undefined {
    const key = this.#keys.get(name);
    if (key === undefined || key.endsAtMs > this.nowMs()) return key;
    this.#keys.delete(name);
    return undefined;
  }
}
