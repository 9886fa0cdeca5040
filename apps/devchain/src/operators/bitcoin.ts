import { nameToValue, type PackedAction } from '@app/antelope';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { btcblocks, btcsend } from '../contracts/bridge/signatures';
import { depositAddressesTable } from '../contracts/bridge/tables';
import { BTC_BRIDGE, RELAYER, VAULT_BRIDGE } from '../contracts/shared/account-names';
import { amountOf, BTC } from '../contracts/shared/tokens';
import { assign } from '../contracts/vaults/signatures';
import { addressRequestsTable } from '../contracts/vaults/tables';

const ADDRESSES_AT_ONCE = 20;

/** Mines blocks of the simulated Bitcoin chain; the bridges settle the transactions that they confirm. */
export function mineBitcoin(chain: InProcessClient, count = 1): void {
  chain.send(actionOf(BTC_BRIDGE, btcblocks, { count }, RELAYER));
}

/** Assigns the Bitcoin addresses that vaults wait for. */
export function assignAddresses(chain: InProcessClient): void {
  if (
    (chain.chain.table(VAULT_BRIDGE, nameToValue(VAULT_BRIDGE), addressRequestsTable.name)?.count ?? 0) === 0
  )
    return;
  chain.send(actionOf(VAULT_BRIDGE, assign, { count: ADDRESSES_AT_ONCE }, RELAYER));
}

/** Pays bitcoin to an address of one of the bridges. */
export function bitcoinPayment(address: string, units: bigint): PackedAction {
  return actionOf(BTC_BRIDGE, btcsend, { btc_address: address, quantity: amountOf(BTC, units) }, RELAYER);
}

/** The Bitcoin address of an account, or of a vault. */
export function addressOf(chain: InProcessClient, bridge: string, account: string): string | undefined {
  return chain.find(bridge, bridge, depositAddressesTable, nameToValue(account))?.btc_address;
}
