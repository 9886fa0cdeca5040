import { formatAmount } from '@app/antelope';
import { profileEntry } from '@app/networks';
import { fail } from '@app/chain-tools';
import { parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { answerInteger, answerTime } from '../../formatting/answer-values';
import { shareSymbol } from '../../lookups/pools/share-tokens';
import { requireAccount } from '../../lookups/known-account';
import { readAccountRows } from '../../table-rows/account-rows';
import type {
  GetRedemptionQueueAnswer,
  GetRedemptionQueueInput,
  RedemptionAnswer,
} from './dto/get-redemption-queue.dto';
import { redemptionRow, type RedemptionRow } from './redemption-rows';
import type { Network } from '../../network/network';

/** Redemptions that wait for liquidity. */
@Injectable()
export class RedemptionsService {
  async queue(network: Network, { account }: GetRedemptionQueueInput): Promise<GetRedemptionQueueAnswer> {
    const { chain } = network;
    const table = network.table('redemption_queue');
    if (account !== undefined) await requireAccount(chain, account);
    const { rows, more } = await readAccountRows(chain, network, { table: 'redemption_queue', account });
    const entries = parseRows(table, redemptionRow, rows);
    return {
      network: network.name,
      entries: entries.map((row) => redemptionAnswer(network, row)),
      truncated: more,
    };
  }

  /** True when a redemption waits for the USDT of a pool; null when that is not known. */
  async hasAny(network: Network, poolId: number): Promise<boolean | null> {
    if (!network.matches(profileEntry.table('redemption_queue'))) return null;
    const table = network.table('redemption_queue');
    const { rows, more } = await readRows(network.chain, table);
    const isWaiting = parseRows(table, redemptionRow, rows).some(({ pool_id }) => pool_id === poolId);
    return isWaiting || !more ? isWaiting : null;
  }

  /** @throws ToolError unless the redemption waits and is the account's. */
  async requireOwn(network: Network, account: string, id: number): Promise<void> {
    const table = network.table('redemption_queue');
    const query = { ...table, lower_bound: String(id), upper_bound: String(id), limit: 1 };
    const { chain } = network;
    const [{ rows }] = await Promise.all([chain.tableRows(query), requireAccount(chain, account)]);
    const [row] = parseRows(table, redemptionRow, rows);
    if (row === undefined) {
      fail('INVALID_VALUE', 'id', `redemption ${id} is not in the queue: paid, cancelled, or never there`);
    }
    if (row.account !== account) {
      fail('INVALID_VALUE', 'id', `redemption ${id} belongs to another account`);
    }
  }
}

function redemptionAnswer(
  { profile }: Network,
  { id, account, pool_id, quantity, requested_at }: RedemptionRow,
): RedemptionAnswer {
  return {
    id: answerInteger(id),
    account,
    pool_id,
    amount_tpf: formatAmount(quantity.units, quantity.precision),
    share_symbol: shareSymbol(profile, quantity.symbol),
    requested_at: answerTime(requested_at),
  };
}
