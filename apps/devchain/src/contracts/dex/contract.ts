import { action, onNotify } from '../../kernel/sdk/action';
import { type Contract, contract } from '../../kernel/sdk/contract';
import { EXCHANGE } from '../shared/account-names';
import { transfer } from '../token/signatures';
import { EXCHANGE_LIMITS } from './limits';
import { cancelOrder } from './orders/cancel-order';
import { receiveTransfer } from './orders/incoming-transfer';
import { cancelorder } from './signatures';
import { countersTable, tradesTable, ordersTable } from './tables';

/** The exchange with limits of one's own. */
export function createDexContract(limits = EXCHANGE_LIMITS): Contract {
  return contract({
    account: EXCHANGE,
    actions: [action(cancelorder, cancelOrder)],
    tables: [ordersTable, tradesTable, countersTable],
    // Of any contract, so that a token that only looks like one of ours is refused, not swallowed.
    notify: [
      onNotify('*', transfer, (context, incoming) => {
        receiveTransfer(context, incoming, limits);
      }),
    ],
  });
}

/** The exchange: docs/contracts/dex.md. */
export const dexContract = createDexContract();
