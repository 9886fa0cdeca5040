import { affectedKeyHash } from '@app/antelope';
import type { ChainAccount, Chains } from '@app/upstream';
import { LRUCache } from 'lru-cache';
import type { AffectedSet, AffectedStatus } from './affected-set';
import { signingKeysOf } from './signing-keys';

const MAX_HASHES = 10_000;

/** Checks accounts against the affected set of their network. */
export class AffectedAccounts {
  /** Reading a key's text checks it, which costs far more than looking its hash up. */
  readonly #hashes = new LRUCache<string, string>({ max: MAX_HASHES, memoMethod: affectedKeyHash });

  /** @param setOf the set of a network, one object for the life of the process. */
  constructor(
    private readonly chains: Chains,
    private readonly setOf: (network: string) => AffectedSet,
  ) {}

  /** Whether a key that can sign for the account is in the set; see signingKeysOf for which keys count. */
  async statusOf(network: string, account: ChainAccount): Promise<AffectedStatus> {
    const chain = this.chains.of(network);
    const { keys, complete } = await signingKeysOf(account, (name) => chain.account(name));
    const status = await this.setOf(network).statusOf(keys.map((key) => this.#hashes.memo(key)));
    return { affected: status.affected, checked: status.checked && (status.affected || complete) };
  }
}
