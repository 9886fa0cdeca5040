import { struct } from '../../../../apps/devchain/src/kernel/sdk/abi/containers';
import { uint64 } from '../../../../apps/devchain/src/kernel/sdk/abi/integers';
import { action } from '../../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../../apps/devchain/src/kernel/sdk/action-signature';
import { contract } from '../../../../apps/devchain/src/kernel/sdk/contract';
import { KEPT_IDS } from '../../../../apps/devchain/src/contracts/shared/prune-history';
import { amountOf, CBTC, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { endLiquidation, endLoan } from '../../../../apps/devchain/src/contracts/loan/loans/loan-history';
import { LOAN_STATUS } from '../../../../apps/devchain/src/contracts/loan/loans/loan-status';
import {
  liquidationsTable,
  loansTable,
  cursorsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';

const DAY = 24 * 3600;
const NOTHING = amountOf(USDT, 0n);
const end = actionSignature(struct('end', { id: uint64 }));

/** Lending of which nothing is left but its history; the loan that ends is the newest. */
const archive = contract({
  account: 'archive',
  actions: [
    action(end, (context, { id }) => {
      const { receiver, nowMs } = context;
      const numbers = context.table(cursorsTable, receiver);
      const row = numbers.find(0n);
      if (row !== undefined) numbers.erase(row);
      numbers.emplace(receiver, { loans: id, redemptions: 0n, next_request: 0n, next_loan: 0n });
      endLoan(context, {
        ...{ id, account: 'ann', initial_amount: NOTHING, outstanding_amount: NOTHING, debt_shares: 0n },
        ...{ start_time: nowMs, end_time: nowMs, updated_at: nowMs, status: LOAN_STATUS.liquidated },
        terms: { apr_bps: 100, max_apr_bps: 100, loan_duration_sec: 0, pool_id: 6 },
      });
      endLiquidation(context, {
        ...{ loan_id: id, account: 'ann', vault: 'annvaul.loan', pool_id: 6, price: '1.00000000' },
        ...{ started_at: nowMs, liquidates_at: nowMs, finished_at: nowMs },
        ...{ debt: NOTHING, collateral: amountOf(CBTC, 0n), proceeds: NOTHING, loss: NOTHING },
      });
    }),
  ],
  tables: [loansTable, liquidationsTable, cursorsTable],
});

describe('the history of loans and liquidations', () => {
  it('the history of loans deletes rows older than a day that have ten thousand later ids', () => {
    const chain = new LendingChain([], [archive]);
    const endNewest = (id: bigint) => chain.push('archive', 'archive', end, { id });
    const kept = () => ({
      loans: chain.rows('archive', 'completed', loansTable).map(({ id }) => id),
      sales: chain.rows('archive', 'finished', liquidationsTable).map(({ loan_id: id }) => id),
    });
    const both = (...ids: bigint[]) => ({ loans: ids, sales: ids });
    endNewest(1n);
    endNewest(2n);
    endNewest(KEPT_IDS + 1n);
    expect(kept()).toEqual(both(1n, 2n, KEPT_IDS + 1n));
    chain.wait(DAY + 1);
    endNewest(KEPT_IDS + 2n);
    expect(kept()).toEqual(both(KEPT_IDS + 1n, KEPT_IDS + 2n));
  });
});
