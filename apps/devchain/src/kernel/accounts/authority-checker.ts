import type { ActionAuthorization, PublicKeyValue } from '@app/antelope';
import { type Authority, keyId, levelId } from '../sdk/authority';

/** Keys, permissions and delay that may satisfy authorities. */
export interface ProvidedAuthorizations {
  keys: readonly PublicKeyValue[];
  /** Permissions that count as satisfied without evaluating their authority. */
  permissions?: readonly ActionAuthorization[];
  /** Delay of the execution, which wait factors require; only multisig proposals have one. */
  delaySec?: number;
}

type Evaluation = 'beingEvaluated' | 'satisfied' | 'unsatisfied';

/**
 * Decides whether keys satisfy authorities, and records which of the keys were needed.
 * Source: eosio::chain::authority_checker. The result for a permission is cached; the keys used for an unsatisfied one
 * are not recorded: nodes do the same.
 */
export class AuthorityChecker {
  readonly #keysById: ReadonlyMap<string, PublicKeyValue>;
  #used = new Set<string>();

  constructor(
    private readonly authorityOf: (level: ActionAuthorization) => Authority | undefined,
    private readonly maxDepth: number,
    private readonly provided: ProvidedAuthorizations,
  ) {
    this.#keysById = new Map(provided.keys.map((key) => [keyId(key), key]));
  }

  satisfied(level: ActionAuthorization): boolean {
    const evaluations = new Map<string, Evaluation>();
    for (const permission of this.provided.permissions ?? [])
      evaluations.set(levelId(permission), 'satisfied');
    return this.#satisfiedLevel(level, 0, evaluations);
  }

  /** Keys that were needed, or not needed, so far; sorted. */
  keys({ used }: { used: boolean }): PublicKeyValue[] {
    return [...this.#keysById]
      .filter(([id]) => this.#used.has(id) === used)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, key]) => key);
  }

  #satisfiedLevel(level: ActionAuthorization, depth: number, evaluations: Map<string, Evaluation>): boolean {
    const id = levelId(level);
    const known = evaluations.get(id);
    if (known !== undefined) return known === 'satisfied';
    if (depth >= this.maxDepth) return false;
    const authority = this.authorityOf(level);
    if (authority === undefined) return false;
    evaluations.set(id, 'beingEvaluated');
    const isSatisfied = this.#satisfiedAuthority(authority, depth + 1, evaluations);
    evaluations.set(id, isSatisfied ? 'satisfied' : 'unsatisfied');
    return isSatisfied;
  }

  /** Heaviest factors first, keys before accounts before waits. Keys that did not lead to success are not used. */
  #satisfiedAuthority(
    { threshold, keys, accounts, waits }: Authority,
    depth: number,
    evaluations: Map<string, Evaluation>,
  ): boolean {
    const usedBefore = new Set(this.#used);
    const { delaySec = 0 } = this.provided;
    const factors = [
      ...keys.map(({ key, weight }) => ({ weight, counts: () => this.#useKey(key) })),
      ...accounts.map(({ permission, weight }) => ({
        weight,
        counts: () => this.#satisfiedLevel(permission, depth, evaluations),
      })),
      ...waits.map(({ wait_sec, weight }) => ({ weight, counts: () => wait_sec <= delaySec })),
    ].sort((left, right) => right.weight - left.weight);
    let tally = 0;
    for (const { weight, counts } of factors) {
      if (counts()) tally += weight;
      if (tally >= threshold) return true;
    }
    this.#used = usedBefore;
    return false;
  }

  #useKey(key: PublicKeyValue): boolean {
    const id = keyId(key);
    if (!this.#keysById.has(id)) return false;
    this.#used.add(id);
    return true;
  }
}
