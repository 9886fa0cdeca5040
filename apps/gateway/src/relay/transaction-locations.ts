import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Network } from '../network/network';

/** Content of the resource tx://{network}/{id}. */
export interface TransactionLocationText {
  readonly network: string;
  readonly id: string;
  readonly landed: boolean;
  readonly block_num: number | null;
  readonly block_time: string | null;
  readonly note: string;
}

/** Clients poll for the block of a transaction: one look-up a second serves all of them. */
const KEPT_MS = 1_000;
const MAX_KEPT = 1_000;

const NOTES = {
  landed: 'The transaction is in a block or about to be in one.',
  unknown:
    'No node knows it as landed. It may still land until it expires; nodes forget old transactions. Look at the ' +
    'balances before composing it again, or push the same bytes again: that is always safe.',
} as const;

/** Looks transactions up by id at every node. Answers are cached for a second. */
@Injectable()
export class TransactionLocations {
  readonly #kept = new LRUCache<string, Promise<TransactionLocationText>>({ max: MAX_KEPT, ttl: KEPT_MS });

  /** @throws UpstreamUnavailableError when no node could be asked */
  of(network: Network, id: string): Promise<TransactionLocationText> {
    const key = `${network.name} ${id}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const asked = this.#ask(network, id);
    this.#kept.set(key, asked);
    return asked;
  }

  async #ask(network: Network, id: string): Promise<TransactionLocationText> {
    const location = await network.chain.transactionStatus(id);
    const time = location?.blockTimeMs ?? null;
    return {
      network: network.name,
      id,
      landed: location !== undefined,
      block_num: location?.blockNum ?? null,
      block_time: time === null ? null : new Date(time).toISOString(),
      note: location === undefined ? NOTES.unknown : NOTES.landed,
    };
  }
}
