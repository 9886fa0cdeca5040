import { REGTEST } from '../../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { amountOf, CBTC } from '../../../../../apps/devchain/src/contracts/shared/tokens';
import {
  cancelloan,
  cancelredeem,
  withdraw,
} from '../../../../../apps/devchain/src/contracts/loan/signatures';
import type { LendingChain } from '../../../../harness/chain/lending-chain';
import type { ReferenceLending } from '../../../../../apps/devchain/src/contracts/loan/testing/reference-lending';
import { type LendingAction, vaultOf } from './lending-actions';
import { LENDING, VAULT_BRIDGE } from '../../../../../apps/devchain/src/contracts/shared/account-names';

const EXTERNAL_ADDRESS = simulatedAddress('nobody', REGTEST);

/** Applies an action to the reference model. Returns the message of a refusal. */
export function applyToReference(reference: ReferenceLending, action: LendingAction): string | undefined {
  switch (action.kind) {
    case 'lend':
      return reference.deposits.lend(action.account, action.poolId, action.amount);
    case 'redeem':
      return reference.deposits.redeem(action.account, action.poolId, action.amount);
    case 'borrow':
      return reference.loans.borrow(action.account, action.poolId, action.amount, action.cap);
    case 'repay':
      return reference.loans.repay(action.account, action.amount);
    case 'withdraw':
      return reference.loans.withdraw(action.account, action.amount);
    case 'cancelRedemption':
      return reference.deposits.cancel(action.account, action.id);
    case 'cancelRequest':
      return reference.loans.cancelRequest(action.account);
    case 'fund':
      reference.ledger.fundVault(action.account, action.amount);
      return undefined;
    case 'setPrice':
      reference.ledger.setPrice(action.price);
      return undefined;
    case 'process':
      reference.loans.process();
      return undefined;
    case 'wait':
      return undefined;
  }
}

/** Executes an action on the chain. Throws when it is refused. */
export function applyToChain(chain: LendingChain, action: LendingAction): unknown {
  switch (action.kind) {
    case 'lend':
      return chain.lend(action.account, action.amount, action.poolId);
    case 'redeem':
      return chain.redeem(action.account, action.amount, action.poolId);
    case 'borrow':
      return chain.borrow(action.account, action.amount, { poolId: action.poolId, cap: action.cap });
    case 'repay':
      return chain.repay(action.account, action.amount);
    case 'withdraw': {
      const quantity = amountOf(CBTC, action.amount);
      const args = { account: action.account, quantity, btc_address: EXTERNAL_ADDRESS };
      return chain.push(action.account, LENDING, withdraw, args);
    }
    case 'cancelRedemption':
      return chain.push(action.account, LENDING, cancelredeem, {
        account: action.account,
        id: BigInt(action.id),
      });
    case 'cancelRequest':
      return chain.push(action.account, LENDING, cancelloan, { account: action.account });
    case 'fund':
      return chain.payBitcoin(VAULT_BRIDGE, vaultOf(action.account), action.amount);
    case 'setPrice':
      return chain.setPrice(action.price);
    case 'process':
      return chain.process();
    case 'wait':
      return chain.wait(action.seconds);
  }
}
