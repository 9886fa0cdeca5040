import { profileEntry } from '@app/networks';
import { LOGGER, type Logger } from '@app/operations';
import { parseRows, rowInteger, rowTime, UnreadableRowError } from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
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
  /** The last problem that was logged, by network: once, not with every answer. */
  readonly #logged = new Map<string, string>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * Milliseconds since the epoch by the id of the loan, of those with a timer among `loans`: the first of
   * `account`, or rows that follow each other in the table. No request where none has one; none where the table is not
   * the one that is known here: answers are right without it.
   */
  async of(
    network: Network,
    loans: readonly LoanRow[],
    account: string | undefined,
  ): Promise<ReadonlyMap<bigint, number>> {
    try {
      return await this.#read(network, loans, account);
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      this.#log(network.name, error.message);
      return new Map();
    }
  }

  async #read(
    network: Network,
    loans: readonly LoanRow[],
    account: string | undefined,
  ): Promise<ReadonlyMap<bigint, number>> {
    const waiting = loans.filter(({ status }) => hasTimer(status));
    if (waiting.length === 0 || !network.matches(profileEntry.table(TABLE))) return new Map();
    const from = waiting.reduce((lowest, { id }) => (id < lowest ? id : lowest), waiting[0]?.id ?? 0n);
    const { rows } = await readAccountRows(network.chain, network, {
      table: TABLE,
      // Between the loans of an account may be any number of those of others.
      ...(loans.length > 1 ? { account, from } : { account: undefined, from }),
      maxRows: loans.length,
    });
    const timers = parseRows(network.table(TABLE), timerRow, rows);
    return new Map(
      timers.flatMap(({ loan_id, liquidates_at: at }) =>
        at === undefined || at === 0 ? [] : [[loan_id, at]],
      ),
    );
  }

  #log(network: string, detail: string): void {
    if (this.#logged.get(network) === detail) return;
    this.#logged.set(network, detail);
    this.logger.warn({ network, detail }, 'timers of loans at risk cannot be read');
  }
}
