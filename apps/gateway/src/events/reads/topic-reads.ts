import type { Pair } from '@app/networks';
import { VerifiedCall } from '@app/operations';
import { Injectable } from '@nestjs/common';
import { answerTime } from '../../formatting/answer-values';
import { LoansService } from '../../lending/loans/loans.service';
import { requireAccount } from '../../lookups/known-account';
import { MarketService } from '../../market/market.service';
import { ExecutedTransactions } from '../../relay/executed-transactions';
import { DEPOSIT_CURSORS } from '../topics/deposit-cursor';
import { depositsReading } from '../topics/deposits';
import { FILL_CURSORS, fillsReading } from '../topics/fills';
import { boundAnswer, boundIdentity, loansByBound } from '../topics/loan-bound';
import type { CursorForm, Reading } from '../topics/reading';
import { statedValue, VALUE_CURSORS } from '../topics/stated-value';
import type { Topic } from '../topics/topic';
import { BridgeDeposits } from './deposit-lists';
import type { Look } from './look';
import { tradeTail } from './trade-tail';
import type { Network } from '../../network/network';

/** Levels of each side of a book that are sent. */
const BOOK_DEPTH = 20;
/** Feed of the price that get_btc_price answers by default. */
const PRICE_FEED = 'btcusd';

/** A part of a topic with a position of its own. Equal keys are equal reads. */
export interface TopicPart {
  readonly key: string;
  /** As the client named it. */
  readonly topic: string;
  readonly cursors: CursorForm;
  readonly read: (look: Look) => Promise<Reading>;
}

type Of<K extends Topic['kind']> = Extract<Topic, { readonly kind: K }>;

/** Reads topics by what the tools read, so that both say the same: amounts, rounding, staleness, finality. */
@Injectable()
export class TopicReads {
  constructor(
    private readonly market: MarketService,
    private readonly loans: LoansService,
    private readonly transactions: ExecutedTransactions,
  ) {}

  /** @throws ToolError for an account or a pair that does not exist; errors of nodes */
  async check(network: Network, topic: Topic): Promise<void> {
    if (topic.kind === 'book') network.pair(topic.pair);
    if ('account' in topic) await requireAccount(network.chain, topic.account);
  }

  partsOf({ profile }: Network, topic: Topic): TopicPart[] {
    const { text } = topic;
    if (topic.kind !== 'fills') {
      const cursors = topic.kind === 'deposits' ? DEPOSIT_CURSORS : VALUE_CURSORS;
      return [{ key: text, topic: text, cursors, read: (look) => this.#read(topic, look) }];
    }
    const { account } = topic;
    return profile.pairs().map((pair) => ({
      key: `${text} ${pair.apiName}`,
      topic: text,
      cursors: FILL_CURSORS,
      read: (look) => fills(look, pair, account),
    }));
  }

  #read(topic: Exclude<Topic, Of<'fills'>>, look: Look): Promise<Reading> {
    switch (topic.kind) {
      case 'head':
        return Promise.resolve(headReading(look));
      case 'book':
        return this.#book(topic, look);
      case 'price':
        return new VerifiedCall().run(() => this.#price(look));
      case 'ltv':
        return new VerifiedCall().run(() => this.#ltv(topic, look));
      case 'deposits':
        return deposits(topic, look);
      case 'transaction':
        return new VerifiedCall().run(() => this.#transaction(topic, look));
    }
  }

  async #book({ pair }: Of<'book'>, { network }: Look): Promise<Reading> {
    const answer = await this.market.orderbook(network, { network: network.name, pair, depth: BOOK_DEPTH });
    return statedValue('book', answer);
  }

  async #price({ network }: Look): Promise<Reading> {
    const answer = await this.market.btcPrice(network, { network: network.name, pair: PRICE_FEED });
    // Its age is another one at each look.
    const { price, updated_at, stale, feeders } = answer;
    return statedValue('price', answer, [price, updated_at, stale, feeders]);
  }

  async #ltv({ account, bps }: Of<'ltv'>, { network }: Look): Promise<Reading> {
    const wanted = { network: network.name, account, include_completed: false };
    const { active, truncated } = await this.loans.loans(network, wanted);
    const loans = loansByBound(active, bps);
    return statedValue('ltv', { account, ...boundAnswer(loans, bps), truncated }, boundIdentity(loans));
  }

  async #transaction({ id }: Of<'transaction'>, { network }: Look): Promise<Reading> {
    const answer = await this.transactions.place(network, id);
    return Object.assign(statedValue('transaction', answer), { isIdle: answer.status === 'not_found' });
  }
}

function headReading({ head, irreversibleBlock }: Look): Reading {
  return statedValue('head', {
    head_block_num: head.headBlockNum,
    head_block_id: head.headBlockId,
    head_block_time: answerTime(head.headBlockTimeMs),
    last_irreversible_block_num: irreversibleBlock,
  });
}

// Asynchronous, so that an entry of the profile that does not match the chain rejects as every other failure does.
async function deposits({ account }: Of<'deposits'>, look: Look): Promise<Reading> {
  return Promise.resolve(
    compared(look, (at) => depositsReading(new BridgeDeposits(at, account), { account })),
  );
}

async function fills(look: Look, pair: Pair, account: string): Promise<Reading> {
  const subject = { account, pair: pair.apiName };
  return Promise.resolve(compared(look, (at) => fillsReading(tradeTail(at, pair, account), subject)));
}

/**
 * Money follows these: where the network says so, two nodes have to say the same, as in the tools. A step that takes back an
 * event is read a second time on every network: at the newest head, of two nodes where two are in use. A node that is behind
 * the others, or alone on a fork, lacks rows that the client was sent.
 */
function compared(look: Look, readingAt: (look: Look) => Reading): Reading {
  const reading = readingAt(look);
  return async (cursor) => {
    const step = await new VerifiedCall().run(() => reading(cursor));
    if (step.takesBack !== true) return step;
    const newest = await look.newest();
    return newest.consistent(() => new VerifiedCall(true).run(() => readingAt(newest)(cursor)));
  };
}
