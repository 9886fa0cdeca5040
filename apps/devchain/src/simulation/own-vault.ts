import type { PackedAction } from '@app/antelope';
import { pegInsTable } from '../contracts/bridge/tables';
import { amountOf, CBTC } from '../contracts/shared/tokens';
import { createvault, genaddr, withdraw } from '../contracts/loan/signatures';
import { addressOf, bitcoinPayment, OUTSIDE } from './bitcoin-traffic';
import { actionOf, type InProcessClient } from '../client/in-process-client';
import { LENDING, VAULT_BRIDGE } from '../contracts/shared/account-names';

/** Creates the vault of an owner and asks for its Bitcoin address. */
export function openingVault(chain: InProcessClient, owner: string): PackedAction[] {
  const data = { owner, vault: chain.vaultOf(owner) };
  return [actionOf(owner, LENDING, createvault, data), actionOf(owner, LENDING, genaddr, data)];
}

/** CBTC units in the vault of a simulated account. */
export function collateralOf(chain: InProcessClient, owner: string): bigint {
  return chain.balance(chain.vaultOf(owner), CBTC);
}

/** Pays bitcoin into the vault; does nothing while an earlier payment is pending. */
export function topUp(chain: InProcessClient, owner: string, units: bigint): void {
  const vault = chain.vaultOf(owner);
  const address = addressOf(chain, VAULT_BRIDGE, vault);
  const isOnItsWay = chain
    .rows(VAULT_BRIDGE, 'pending', pegInsTable)
    .some(({ account }) => account === vault);
  if (address !== undefined && !isOnItsWay) chain.send(bitcoinPayment(address, units));
}

/** Withdraws collateral to Bitcoin. */
export function withdrawing(owner: string, units: bigint) {
  const quantity = amountOf(CBTC, units);
  return actionOf(owner, LENDING, withdraw, { account: owner, quantity, btc_address: OUTSIDE });
}
