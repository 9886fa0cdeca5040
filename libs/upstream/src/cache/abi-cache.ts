import { parseAbi, type Abi } from '@app/antelope';
import type { Clock } from '@app/operations';
import { LRUCache } from 'lru-cache';

/** The ABI of a contract. */
export interface ContractAbi {
  readonly hash: string;
  readonly abi: Abi;
  readonly raw: Uint8Array;
}

/** `undefined`: there is no such account. `null`: the account has no contract. */
export type AbiOfAccount = ContractAbi | null | undefined;

/** An ABI as a node sends it; `raw` is absent when the node was asked about a hash that is current. */
export interface RawAbi {
  readonly hash: string;
  /** Empty for an account without a contract. */
  readonly raw: Uint8Array | undefined;
}

/** Asks a node; `undefined` for an account that does not exist. */
export type FetchRawAbi = (account: string, knownHash: string | undefined) => Promise<RawAbi | undefined>;

interface Known {
  readonly abi: AbiOfAccount;
  readonly checkedAtMs: number;
}

/** An ABI that was used longer ago than this is compared with the hash on the chain. */
const REVALIDATE_AFTER_MS = 5_000;
const MAX_ACCOUNTS = 1_000;
const MAX_PARSED_ABIS = 200;

/**
 * ABIs by their hash, so that each is parsed once. Which hash an account has is asked again after a
 * few seconds, with the known hash: the node then sends no ABI when it is still current.
 */
export class AbiCache {
  readonly #byAccount = new LRUCache<string, Known>({ max: MAX_ACCOUNTS });
  readonly #byHash = new LRUCache<string, ContractAbi>({ max: MAX_PARSED_ABIS });
  readonly #loading = new Map<string, Promise<AbiOfAccount>>();

  constructor(
    private readonly fetch: FetchRawAbi,
    private readonly clock: Clock,
  ) {}

  async abi(account: string): Promise<AbiOfAccount> {
    const known = this.#byAccount.get(account);
    if (known !== undefined && this.clock.monotonicMs() - known.checkedAtMs < REVALIDATE_AFTER_MS)
      return known.abi;
    const loading =
      this.#loading.get(account) ??
      this.#load(account, known?.abi).finally(() => this.#loading.delete(account));
    this.#loading.set(account, loading);
    return loading;
  }

  /** The next read of every account asks its node; parsed ABIs stay. */
  revalidate(): void {
    this.#byAccount.clear();
  }

  async #load(account: string, before: AbiOfAccount): Promise<AbiOfAccount> {
    const checkedAtMs = this.clock.monotonicMs();
    const answer = await this.fetch(account, before?.hash);
    const abi = answer === undefined ? undefined : this.#parsed(answer, before);
    this.#byAccount.set(account, { abi, checkedAtMs });
    return abi;
  }

  #parsed({ hash, raw }: RawAbi, before: AbiOfAccount): ContractAbi | null {
    if (raw === undefined) return before ?? null;
    if (raw.length === 0) return null;
    const known = this.#byHash.get(hash);
    if (known !== undefined) return known;
    const parsed = { hash, raw, abi: parseAbi(raw) };
    this.#byHash.set(hash, parsed);
    return parsed;
  }
}
