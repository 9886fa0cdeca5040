import { profileEntry } from '@app/networks';
import { parseRows, rowInteger, rowTime } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { readAccountRows } from '../../table-rows/account-rows';
import type { LoanRow } from './loan-rows';
import { hasTimer } from './loan-status';
import type { Network } from '../../network/network';

const TABLE = 'liquidations';

/** A timer of a loan; without its end where the contract does not write it down. */
const timerRow = z.object({ loan_id: rowInteger, liquidates_at: rowTime.optional() });

/** Reads when the time ends that the contract gives a loan at risk. */
@Injectable()
export class LiquidationTimers {
  /**
   * Milliseconds since the epoch by the id of the loan, of those with a timer among `loans`: rows that follow each other
   * in the table, or all of one account. No request where none has one.
   */
  async of(network: Network, loans: readonly LoanRow[]): Promise<ReadonlyMap<bigint, number>> {
    const waiting = loans.filter(({ status }) => hasTimer(status));
    if (waiting.length === 0 || !network.matches(profileEntry.table(TABLE))) return new Map();
    const accounts = new Set(loans.map(({ account }) => account));
    const [account] = accounts;
    const from = waiting.reduce((lowest, { id }) => (id < lowest ? id : lowest), waiting[0]?.id ?? 0n);
    const { rows } = await readAccountRows(network.chain, network, {
      table: TABLE,
      // Between the loans of an account may be any number of those of others.
      ...(accounts.size === 1 && loans.length > 1 ? { account } : { account: undefined, from }),
      maxRows: loans.length,
    });
    const timers = parseRows(network.table(TABLE), timerRow, rows);
    return new Map(
      timers.flatMap(({ loan_id, liquidates_at: at }) =>
        at === undefined || at === 0 ? [] : [[loan_id, at]],
      ),
    );
  }
}
