import { Networks, profileEntry } from '@app/networks';
import { Chains, parseRows, ROW_PAGE } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { requireAccount } from '../../chain/known-account';
import { ProfileWatch } from '../../chain/profile-watch';
import { readAccountRows, type RowsWanted } from '../account-rows';
import { CollateralPrice } from '../collateral-price';
import { Collateral } from './collateral';
import type { GetLoansAnswer, GetLoansInput } from './dto/get-loans.dto';
import { type LoanRow, loanRequestRow, loanRow } from './loan-rows';
import { endedLoanAnswer, loanAnswer, loanRequestAnswer, splitLoans } from './loans-answer';

/** Open loans of everybody that one answer tells of: each takes two more reads, of its vault. */
const LOANS_OF_EVERYBODY = 100;

/** Loans and loan requests. */
@Injectable()
export class LoansService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
    private readonly price: CollateralPrice,
    private readonly collateral: Collateral,
  ) {}

  async loans({ network, account, include_completed }: GetLoansInput): Promise<GetLoansAnswer> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    const usdt = profile.token('USDT');
    this.profiles.require(network, profileEntry.token('USDT'));
    const maxRows = account === undefined ? LOANS_OF_EVERYBODY : ROW_PAGE;
    const [rows, requests, completed, price] = await Promise.all([
      this.#read(network, loanRow(usdt), { table: 'loans', account, maxRows }),
      this.#read(network, loanRequestRow(usdt), { table: 'loan_requests', account }),
      include_completed
        ? this.#read(network, loanRow(usdt), { table: 'completed_loans', account, reverse: true })
        : undefined,
      this.price.usable(network),
      account === undefined ? undefined : requireAccount(chain, account),
    ]);
    const { open, over } = splitLoans(rows.items, completed?.items ?? []);
    const accounts = open.map((loan) => loan.account);
    const collateral = await this.collateral.of(network, accounts);
    const valued = (loan: LoanRow) => ({ collateral: collateral.get(loan.account) ?? 0n, price });
    return {
      network,
      active: open.map((loan) => loanAnswer(profile, loan, valued(loan))),
      queued: requests.items.map((request) => loanRequestAnswer(profile, request)),
      ...(include_completed && { history: over.map((loan) => endedLoanAnswer(profile, loan)) }),
      truncated: rows.more || requests.more || completed?.more === true,
    };
  }

  async #read<S extends z.ZodType>(
    network: string,
    schema: S,
    wanted: RowsWanted,
  ): Promise<{ items: z.output<S>[]; more: boolean }> {
    const { profile } = this.networks.of(network);
    this.profiles.require(network, profileEntry.table(wanted.table));
    const { rows, more } = await readAccountRows(this.chains.of(network), profile, wanted);
    return { items: parseRows(profile.table(wanted.table), schema, rows), more };
  }
}
