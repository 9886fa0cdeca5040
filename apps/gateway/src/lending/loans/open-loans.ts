import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../../table-rows/account-rows';
import { type LoanRow, loanRow } from './loan-rows';
import { isOver } from './loan-status';
import type { Network } from '../../network/network';

/** Open loans of one account. */
export interface OpenLoansRead {
  readonly open: readonly LoanRow[];
  /** Open loans may be missing: the table has more rows than were looked through. */
  readonly more: boolean;
}

/** Finds the open loans of an account. */
@Injectable()
export class OpenLoans {
  async of(network: Network, account: string): Promise<OpenLoansRead> {
    const table = network.table('loans');
    const { rows, more } = await readAccountRows(network.chain, network, { table: 'loans', account });
    const loans = parseRows(table, loanRow(network.profile.token('USDT')), rows);
    return { open: loans.filter(({ status }) => !isOver(status)), more };
  }
}
