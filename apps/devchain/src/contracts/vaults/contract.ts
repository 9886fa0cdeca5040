import { action, onNotify } from '../../kernel/sdk/action';
import { contract } from '../../kernel/sdk/contract';
import { receivePayment } from '../bridge/peg-in';
import { setFees } from '../bridge/peg-out/fees';
import { approvePegOut, cancelPegOut, requestPegOut } from '../bridge/peg-out/peg-out';
import { settlePayments } from '../bridge/settlement';
import { approve, cancel, receive, setfees, settle } from '../bridge/signatures';
import { depositAddressesTable, countersTable, feesTable, pegOutsTable, pegInsTable } from '../bridge/tables';
import { VAULT_BRIDGE } from '../shared/account-names';
import { CBTC } from '../shared/tokens';
import { transfer } from '../token/signatures';
import { assignAddresses, requestAddress } from './addresses';
import { assign, reqaddr } from './signatures';
import { addressRequestsTable } from './tables';

/** The vault bridge: docs/contracts/vaults.md. */
export const vaultsContract = contract({
  account: VAULT_BRIDGE,
  actions: [
    action(reqaddr, requestAddress),
    action(assign, assignAddresses),
    action(receive, (context, args) => {
      receivePayment(context, CBTC, args);
    }),
    action(settle, (context) => {
      settlePayments(context, CBTC);
    }),
    action(approve, approvePegOut),
    action(cancel, (context, args) => {
      cancelPegOut(context, CBTC, args);
    }),
    action(setfees, (context, fees) => {
      setFees(context, CBTC, fees);
    }),
  ],
  tables: [depositAddressesTable, addressRequestsTable, pegInsTable, pegOutsTable, feesTable, countersTable],
  // Of any contract, so that a token that only looks like ours is refused, not swallowed.
  notify: [
    onNotify('*', transfer, (context, args) => {
      requestPegOut(context, CBTC, args);
    }),
  ],
});
