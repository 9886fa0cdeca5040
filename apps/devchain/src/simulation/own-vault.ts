import type { PackedAction } from '@app/antelope';
import { pegInsTable } from '../contracts/bridge/tables';
import { amountOf, CBTC } from '../contracts/shared/tokens';
import { createvault, genaddr, withdraw } from '../contracts/loan/signatures';
import { addressOf, bitcoinPayment } from '../operators/bitcoin';
import { OUTSIDE } from './bitcoin-traffic';
import { vaultNameOf } from './vault-names';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { LENDING, VAULT_BRIDGE } from '../contracts/shared/account-names';

/** Creates the vault of an owner and asks for its Bitcoin address. */
export function openingVault(chain: InProcessClient, owner: string): PackedAction[] {
  const data = { owner, vault: vaultNameOf(chain.seed, owner) };
  return [actionOf(LENDING, createvault, data, owner), actionOf(LENDING, genaddr, data, owner)];
}

/** CBTC units in the vault of a simulated account. */
export function collateralOf(chain: InProcessClient, owner: string): bigint {
  return chain.balance(vaultNameOf(chain.seed, owner), CBTC);
}

/** Pays bitcoin into the vault; does nothing while an earlier payment is pending. */
export function topUp(chain: InProcessClient, owner: string, units: bigint): void {
  const vault = vaultNameOf(chain.seed, owner);
  const address = addressOf(chain, VAULT_BRIDGE, vault);
  const isOnItsWay = chain
    .rows(VAULT_BRIDGE, 'pending', pegInsTable)
    .some(({ account }) => account === vault);
  if (address !== undefined && !isOnItsWay) chain.send(bitcoinPayment(address, units));
}

/** Withdraws collateral to Bitcoin. */
export function withdrawing(owner: string, units: bigint) {
  const quantity = amountOf(CBTC, units);
  return actionOf(LENDING, withdraw, { account: owner, quantity, btc_address: OUTSIDE }, owner);
}
