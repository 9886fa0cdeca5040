import { action, onNotify } from '../../kernel/sdk/action';
import { contract } from '../../kernel/sdk/contract';
import { LENDING } from '../shared/account-names';
import { transfer } from '../token/signatures';
import { receiveTransfer } from './incoming-transfer';
import { borrow } from './loans/borrow';
import { cancelRequest } from './loans/loan-requests';
import { changeCurve } from './pool/change-curve';
import { openPools } from './pool/open-pools';
import { processQueue } from './process-queue';
import { cancelRedemption } from './redemptions/cancel-redemption';
import {
  borrowvar,
  cancelloan,
  cancelredeem,
  createvault,
  genaddr,
  init,
  processqueue,
  setcurve,
  withdraw,
} from './signatures';
import {
  backstopTable,
  liquidationsTable,
  loansTable,
  loanRequestsTable,
  poolsTable,
  cursorsTable,
  rateCurveTable,
  redemptionsTable,
  vaultsTable,
} from './tables';
import { createVault, requestAddress } from './vault/vault';
import { withdrawCollateral } from './vault/withdraw-collateral';

/** The lending contract: docs/contracts/loan.md. */
export const loanContract = contract({
  account: LENDING,
  actions: [
    action(init, openPools),
    action(setcurve, changeCurve),
    action(createvault, createVault),
    action(genaddr, requestAddress),
    action(borrowvar, borrow),
    action(processqueue, processQueue),
    action(cancelloan, cancelRequest),
    action(withdraw, withdrawCollateral),
    action(cancelredeem, cancelRedemption),
  ],
  tables: [
    poolsTable,
    rateCurveTable,
    vaultsTable,
    loansTable,
    loanRequestsTable,
    redemptionsTable,
    liquidationsTable,
    backstopTable,
    cursorsTable,
  ],
  // Of any contract, so that a token that only looks like one of ours is refused, not swallowed.
  notify: [onNotify('*', transfer, receiveTransfer)],
});
