import { profileEntry } from '@app/networks';
import { fail } from '@app/chain-tools';
import { parseRows, ROW_PAGE } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { answerTime } from '../../formatting/answer-values';
import { parseFields } from '../../composing/parse-fields';
import { requireAccount } from '../../lookups/known-account';
import { answerAtOneHead } from '../../lookups/one-head';
import { readAccountRows } from '../../table-rows/account-rows';
import type { GetLoansAnswer, GetLoansInput } from './dto/get-loans.dto';
import {
  BEGINNING,
  behind,
  formatCursor,
  type LoanList,
  LOANS_OF_EVERYBODY,
  OPEN_LOANS_OF_EVERYBODY,
  parseCursor,
} from './loan-cursor';
import type { Liquidation } from './liquidation-rows';
import { type LoanRow, loanRequestRow, loanRow } from './loan-rows';
import { endedLoanAnswer, loanAnswer, loanRequestAnswer, splitLoans } from './loans-answer';
import { Liquidations } from './liquidations';
import { Valuations } from './valuations';
import type { Network } from '../../network/network';

const TABLES = { active: 'loans', queued: 'loan_requests', history: 'completed_loans' } as const;

/** Which rows of a list to read, from which id on; none of it when that is undefined. */
interface PageWanted {
  readonly account: string | undefined;
  readonly maxRows: number;
  readonly from: bigint | undefined;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly more: boolean;
  /** The id to continue with. */
  readonly next: bigint | undefined;
}

/** Loans and loan requests. */
@Injectable()
export class LoansService {
  constructor(
    private readonly valuations: Valuations,
    private readonly liquidations: Liquidations,
  ) {}

  loans(network: Network, input: GetLoansInput): Promise<GetLoansAnswer> {
    return answerAtOneHead(network, () => this.#lists(network, input));
  }

  async #lists(network: Network, { account, include_completed, limit, cursor }: GetLoansInput) {
    const { profile } = network;
    const usdt = profile.token('USDT');
    network.assertEntries(profileEntry.token('USDT'));
    if (account !== undefined && cursor !== undefined) {
      fail('INVALID_VALUE', 'cursor', 'cannot be combined with account');
    }
    const { cursor: from } = parseFields({
      cursor: () => (cursor === undefined ? BEGINNING : parseCursor(cursor)),
    });
    const wanted = { account, maxRows: limit ?? (account === undefined ? LOANS_OF_EVERYBODY : ROW_PAGE) };
    const maxOpen =
      account === undefined ? Math.min(wanted.maxRows, OPEN_LOANS_OF_EVERYBODY) : wanted.maxRows;
    const ended = include_completed ? from.history : undefined;
    if (account !== undefined) await requireAccount(network.chain, account);
    const [active, queued, history] = await Promise.all([
      this.#page(network, 'active', loanRow(usdt), { ...wanted, maxRows: maxOpen, from: from.active }),
      this.#page(network, 'queued', loanRequestRow(usdt), { ...wanted, from: from.queued }),
      this.#page(network, 'history', loanRow(usdt), { ...wanted, from: ended }),
    ]);
    const { open, over } = splitLoans(active.items, history.items);
    const [valued, sales] = await Promise.all([
      this.valuations.of(network, open, account),
      include_completed ? this.#salesOf(network, [active.items, history.items], account) : undefined,
    ]);
    const next = {
      active: active.next,
      queued: queued.next,
      history: include_completed ? history.next : from.history,
    };
    return {
      head_block_time: answerTime(valued.headTimeMs),
      liquidation_ltv_bps: Number(profile.lendingTerms.liquidationLtvBps),
      active: open.map((loan) => loanAnswer(profile, loan, valued.of(loan))),
      queued: queued.items.map((request) => loanRequestAnswer(profile, request)),
      ...(include_completed && {
        history: over.map((loan) => endedLoanAnswer(profile, loan, sales?.get(loan.id))),
      }),
      truncated: active.more || queued.more || history.more,
      next_cursor: account === undefined ? formatCursor(next, include_completed) : null,
    };
  }

  /** Of each list by itself: ended loans that are still among the active ones may be far from a page of the history. */
  async #salesOf(
    network: Network,
    lists: readonly (readonly LoanRow[])[],
    account: string | undefined,
  ): Promise<ReadonlyMap<bigint, Liquidation>> {
    const sales = await Promise.all(lists.map((loans) => this.liquidations.of(network, loans, account)));
    return new Map(sales.flatMap((of) => [...of]));
  }

  async #page<S extends z.ZodType<{ readonly id: bigint }>>(
    network: Network,
    list: LoanList,
    schema: S,
    { account, maxRows, from }: PageWanted,
  ): Promise<Page<z.output<S>>> {
    if (from === undefined) return { items: [], more: false, next: undefined };
    const key = TABLES[list];
    const table = network.table(key);
    const { rows, more } = await readAccountRows(network.chain, network, {
      ...{ table: key, account, maxRows, from, reverse: list === 'history' },
    });
    const items = parseRows(table, schema, rows);
    return { items, more, next: behind(list, from, { items, more }) };
  }
}
