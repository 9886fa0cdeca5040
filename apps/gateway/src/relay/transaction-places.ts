import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TransactionPlaceInput } from './dto/transaction-place.dto';

/** A transaction as tx://{network}/{id} shows it. */
export interface TransactionPlaceText {
  readonly network: string;
  readonly id: string;
  readonly landed: boolean;
  readonly block_num: number | null;
  readonly block_time: string | null;
  readonly note: string;
}

const KEPT_MS = 1_000;
const MAX_KEPT = 1_000;

const NOTES = {
  landed: 'The transaction is in a block or about to be in one.',
  unknown:
    'No node knows it as landed. It may still land until it expires; nodes forget old transactions. Look at the ' +
    'balances before composing it again, or push the same bytes again: that is always safe.',
} as const;

/** Looks transactions up by id. Every node is asked, so one answer serves equal questions of a second. */
@Injectable()
export class TransactionPlaces {
  readonly #kept = new LRUCache<string, Promise<TransactionPlaceText>>({ max: MAX_KEPT, ttl: KEPT_MS });

  constructor(private readonly chains: Chains) {}

  /** @throws UpstreamUnavailableError when no node could be asked */
  of({ network, id }: TransactionPlaceInput): Promise<TransactionPlaceText> {
    const key = `${network} ${id}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const asked = this.#ask(network, id);
    this.#kept.set(key, asked);
    return asked;
  }

  async #ask(network: string, id: string): Promise<TransactionPlaceText> {
    const place = await this.chains.of(network).transactionStatus(id);
    const time = place?.blockTimeMs ?? null;
    return {
      network,
      id,
      landed: place !== undefined,
      block_num: place?.blockNum ?? null,
      block_time: time === null ? null : new Date(time).toISOString(),
      note: place === undefined ? NOTES.unknown : NOTES.landed,
    };
  }
}
