import { parseAbi, type Abi, ValueError } from '@app/antelope';
import { type Clock, type Verification, VerifiedCall } from '@app/operations/core';
import { LRUCache } from 'lru-cache';
import type { ReadConsistency } from './read-consistency';

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
  /** By how many nodes the answer was compared; undefined: it was not. */
  readonly verification?: Verification;
}

/** Asks a node; `undefined` for an account that does not exist. */
export type FetchRawAbi = (account: string, knownHash: string | undefined) => Promise<RawAbi | undefined>;

/** Any account may set bytes that are no ABI. */
interface BrokenAbi {
  readonly hash: string;
  readonly raw: Uint8Array;
  readonly error: ValueError;
}

type Parsed = ContractAbi | BrokenAbi;

interface Known {
  readonly abi: Parsed | null | undefined;
  readonly verification: Verification | undefined;
  readonly checkedAtMs: number;
  /** Of the cache when its node was asked. */
  readonly epoch: number;
  /** Block that its node had. */
  readonly block: number;
}

/** An ABI that was used longer ago than this is compared with the hash on the chain. */
const REVALIDATE_AFTER_MS = 5_000;
const MAX_ACCOUNTS = 1_000;
const MAX_PARSED_ABIS = 200;
/** Bytes of the binary form; parsed and compiled, an ABI takes up to twenty times as much. */
const MAX_BYTES = 4 * 1024 * 1024;

const sized = {
  maxSize: MAX_BYTES,
  maxEntrySize: MAX_BYTES,
  sizeCalculation: ({ raw }: { readonly raw?: Uint8Array }) => Math.max(1, raw?.length ?? 0),
};

/**
 * ABIs by their hash, so that each is parsed once. Which hash an account has is asked again after a
 * few seconds, with the known hash: the node then sends no ABI when it is still current.
 */
export class AbiCache {
  readonly #byAccount = new LRUCache<string, Known>({
    ...sized,
    max: MAX_ACCOUNTS,
    sizeCalculation: ({ abi }) => sized.sizeCalculation(abi ?? {}),
  });
  readonly #byHash = new LRUCache<string, Parsed>({ ...sized, max: MAX_PARSED_ABIS });
  /** By account, and by the block that they wait for: a call never waits, or fails, for the block of another one. */
  readonly #loading = new Map<string, Map<number, Promise<Known>>>();
  #epoch = 0;
  /** Answers of earlier epochs are not current: of any account, and of single ones. */
  #currentFrom = 0;
  readonly #currentFromOf = new LRUCache<string, number>({ max: MAX_ACCOUNTS });

  /** @param consistency of the calls that read */
  constructor(
    private readonly fetch: FetchRawAbi,
    private readonly clock: Clock,
    private readonly consistency: Pick<ReadConsistency, 'requiredBlock'> = { requiredBlock: 0 },
  ) {}

  /** @throws ValueError for an account whose ABI is broken; remembered as the others are */
  async abi(account: string): Promise<AbiOfAccount> {
    const { abi: known, verification } = await this.#current(account);
    VerifiedCall.current?.record(verification);
    if (known && 'error' in known)
      throw new ValueError(`${known.error.reason} (account ${account})`, '', { cause: known.error });
    return known;
  }

  /** The next read of every account asks its node, with the known hash; an answer that is under way serves no later read. */
  revalidate(): void {
    this.#currentFrom = this.#epoch += 1;
    this.#loading.clear();
  }

  /**
   * A node sent the ABI of an account to a client. The next read of that account asks its node, as after
   * `revalidate`, unless the ABI has the hash that is kept: what was sent is never believed by itself.
   * @param hash undefined where the answer had none
   */
  seen(account: string, hash: string | undefined): void {
    const known = this.#byAccount.peek(account);
    if (known === undefined && !this.#loading.has(account)) return;
    if (hash !== undefined && known?.abi?.hash === hash) return;
    this.#epoch += 1;
    this.#currentFromOf.set(account, this.#epoch);
    this.#loading.delete(account);
  }

  #current(account: string): Known | Promise<Known> {
    const block = this.consistency.requiredBlock;
    const known = this.#byAccount.get(account);
    if (known !== undefined && known.block >= block && this.#isCurrent(account, known)) return known;
    const ofAccount = this.#loading.get(account) ?? new Map<number, Promise<Known>>();
    const running = ofAccount.get(block);
    if (running !== undefined) return running;
    const loading = this.#load(account, block, known?.abi).finally(() => {
      ofAccount.delete(block);
      if (ofAccount.size === 0 && this.#loading.get(account) === ofAccount) this.#loading.delete(account);
    });
    ofAccount.set(block, loading);
    this.#loading.set(account, ofAccount);
    return loading;
  }

  #isCurrent(account: string, { epoch, checkedAtMs }: Known): boolean {
    const currentFrom = Math.max(this.#currentFrom, this.#currentFromOf.get(account) ?? 0);
    return epoch >= currentFrom && this.clock.monotonicMs() - checkedAtMs < REVALIDATE_AFTER_MS;
  }

  async #load(account: string, block: number, before: Known['abi']): Promise<Known> {
    const checkedAtMs = this.clock.monotonicMs();
    const epoch = this.#epoch;
    const answer = await this.fetch(account, before?.hash);
    const abi = answer === undefined ? undefined : this.#parsed(answer, before);
    const loaded = { abi, verification: answer?.verification, checkedAtMs, epoch, block };
    if (epoch >= (this.#byAccount.get(account)?.epoch ?? 0)) this.#byAccount.set(account, loaded);
    return loaded;
  }

  #parsed({ hash, raw }: RawAbi, before: Known['abi']): Parsed | null {
    if (raw === undefined) return before ?? null;
    if (raw.length === 0) return null;
    const known = this.#byHash.get(hash);
    if (known !== undefined) return known;
    const parsed = parsedOrBroken(hash, raw);
    this.#byHash.set(hash, parsed);
    return parsed;
  }
}

function parsedOrBroken(hash: string, raw: Uint8Array): Parsed {
  try {
    return { hash, raw, abi: parseAbi(raw) };
  } catch (error) {
    if (error instanceof ValueError) return { hash, raw, error };
    throw error;
  }
}
