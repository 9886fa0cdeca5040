import { formatAmount } from '@app/antelope';
import { Networks, profileEntry } from '@app/networks';
import { fail } from '@app/tooling';
import { Chains, parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { answerInteger, answerTime } from '../../formatting/answer-values';
import { requireAccount } from '../../lookups/known-account';
import { ProfileMonitor } from '../../profile/profile-monitor';
import { readAccountRows } from '../../table-rows/account-rows';
import type {
  GetRedemptionQueueAnswer,
  GetRedemptionQueueInput,
  RedemptionAnswer,
} from './dto/get-redemption-queue.dto';
import { redemptionRow, type RedemptionRow } from './redemption-rows';

/** Redemptions that wait for liquidity. */
@Injectable()
export class RedemptionsService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
  ) {}

  async queue({ network, account }: GetRedemptionQueueInput): Promise<GetRedemptionQueueAnswer> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    const table = this.profiles.table(network, 'redemption_queue');
    if (account !== undefined) await requireAccount(chain, account);
    const { rows, more } = await readAccountRows(chain, profile, { table: 'redemption_queue', account });
    const entries = parseRows(table, redemptionRow, rows);
    return { network, entries: entries.map(redemptionAnswer), truncated: more };
  }

  /** True when a redemption waits for the USDT of a pool; null when that is not known. */
  async hasAny(network: string, poolId: number): Promise<boolean | null> {
    if (!this.profiles.matches(network, profileEntry.table('redemption_queue'))) return null;
    const table = this.profiles.table(network, 'redemption_queue');
    const { rows, more } = await readRows(this.chains.of(network), table);
    const isWaiting = parseRows(table, redemptionRow, rows).some(({ pool_id }) => pool_id === poolId);
    return isWaiting || !more ? isWaiting : null;
  }

  /** @throws ToolError unless the redemption waits and is the account's. */
  async requireOwn(network: string, account: string, id: number): Promise<void> {
    const table = this.profiles.table(network, 'redemption_queue');
    const query = { ...table, lower_bound: String(id), upper_bound: String(id), limit: 1 };
    const chain = this.chains.of(network);
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

function redemptionAnswer({ id, account, pool_id, quantity, requested_at }: RedemptionRow): RedemptionAnswer {
  return {
    id: answerInteger(id),
    account,
    pool_id,
    amount_tpf: formatAmount(quantity.units, quantity.precision),
    requested_at: answerTime(requested_at),
  };
}
