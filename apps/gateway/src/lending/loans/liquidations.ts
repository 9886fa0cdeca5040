import { profileEntry } from '@app/networks';
import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../../table-rows/account-rows';
import { type Liquidation, liquidationRow } from './liquidation-rows';
import type { LoanRow } from './loan-rows';
import { isLiquidated } from './loan-status';
import type { Network } from '../../network/network';

const TABLE = 'finished_liquidations';

/** Reads the sales that ended loans. */
@Injectable()
export class Liquidations {
  /**
   * Sales by the id of the loan, of the liquidated ones among `loans`: rows that follow each other in the history of
   * `account`, or of all accounts. A loan is left out where the chain does not, or no longer, say how it was sold.
   */
  async of(
    network: Network,
    loans: readonly LoanRow[],
    account: string | undefined,
  ): Promise<ReadonlyMap<bigint, Liquidation>> {
    const ids = loans.filter(({ status }) => isLiquidated(status)).map(({ id }) => id);
    const entries = [profileEntry.table(TABLE), profileEntry.token('CBTC')];
    if (ids.length === 0 || !network.matches(...entries)) return new Map();
    const { profile } = network;
    // Both histories go down from the same id, so no other sale stands between those of these loans.
    const from = ids.reduce((newest, id) => (id > newest ? id : newest));
    const { rows } = await readAccountRows(network.chain, network, {
      ...{ table: TABLE, account, maxRows: loans.length, from, reverse: true },
    });
    const read = parseRows(network.table(TABLE), liquidationRow(profile), rows);
    return new Map(read.flatMap(({ loanId, sale }) => (sale === undefined ? [] : [[loanId, sale]])));
  }
}
