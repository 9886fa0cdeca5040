import { action, onNotify } from '../../kernel/sdk/action';
import { contract } from '../../kernel/sdk/contract';
import { BTC_BRIDGE } from '../shared/account-names';
import { BTC } from '../shared/tokens';
import { transfer } from '../token/signatures';
import { generateAddress } from './addresses/addresses';
import { mineBlocks, payOnBitcoin } from './bitcoin-chain';
import { receivePayment } from './peg-in';
import { setFees } from './peg-out/fees';
import { approvePegOut, cancelPegOut, requestPegOut } from './peg-out/peg-out';
import { settlePayments } from './settlement';
import { approve, btcblocks, btcsend, cancel, genaddr, receive, setfees, settle } from './signatures';
import {
  depositAddressesTable,
  bitcoinTable,
  countersTable,
  feesTable,
  pegOutsTable,
  pegInsTable,
} from './tables';

/** The BTC bridge, and the simulated Bitcoin behind both bridges: docs/contracts/bridge.md. */
export const bridgeContract = contract({
  account: BTC_BRIDGE,
  actions: [
    action(genaddr, generateAddress),
    action(btcsend, payOnBitcoin),
    action(btcblocks, mineBlocks),
    action(receive, (context, args) => {
      receivePayment(context, BTC, args);
    }),
    action(settle, (context) => {
      settlePayments(context, BTC);
    }),
    action(approve, approvePegOut),
    action(cancel, (context, args) => {
      cancelPegOut(context, BTC, args);
    }),
    action(setfees, (context, fees) => {
      setFees(context, BTC, fees);
    }),
  ],
  tables: [depositAddressesTable, pegInsTable, pegOutsTable, feesTable, countersTable, bitcoinTable],
  // Of any contract, so that a token that only looks like ours is refused, not swallowed.
  notify: [
    onNotify('*', transfer, (context, args) => {
      requestPegOut(context, BTC, args);
    }),
  ],
});
