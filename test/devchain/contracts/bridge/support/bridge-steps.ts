import { lendingAddress, LendingChain } from '../../../../harness/chain/lending-chain';
import { REGTEST } from '../../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { btcblocks, btcsend } from '../../../../../apps/devchain/src/contracts/bridge/signatures';
import { pegOutsTable } from '../../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC } from '../../../../../apps/devchain/src/contracts/shared/tokens';
import { BTC_BRIDGE, RELAYER } from '../../../../../apps/devchain/src/contracts/shared/account-names';

export const ONE = 10n ** 8n;
/** An address outside both bridges. */
export const EXTERNAL_ADDRESS = simulatedAddress('nobody', REGTEST);
export const ALICE_ADDRESS = lendingAddress(BTC_BRIDGE, 'alice');

export function mineBlocks(chain: LendingChain, count: number) {
  return chain.push(RELAYER, BTC_BRIDGE, btcblocks, { count });
}

export function payBitcoin(chain: LendingChain, address: string, units: bigint) {
  return chain.push(RELAYER, BTC_BRIDGE, btcsend, { btc_address: address, quantity: amountOf(BTC, units) });
}

export function pegOuts(chain: LendingChain, scope: string) {
  return chain.rows(BTC_BRIDGE, scope, pegOutsTable);
}
