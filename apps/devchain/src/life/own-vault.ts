import { VAULT_BRIDGE } from '../contracts/bridge/relayer';
import { txhistory } from '../contracts/bridge/tables';
import { amountOf, CBTC } from '../contracts/bridge/tokens';
import { withdraw } from '../contracts/loan/signatures';
import { addressOf, bitcoinPayment, OUTSIDE } from './bitcoin-side';
import { VAULTS } from './cast';
import { actionOf, type LifeChain } from './life-chain';

/** CBTC units in the vault of one of the cast. */
export function collateralOf(chain: LifeChain, owner: string): bigint {
  return chain.balance(vaultOf(owner), CBTC);
}

/** Pays bitcoin into the vault; not while an earlier payment is on its way. */
export function topUp(chain: LifeChain, owner: string, units: bigint): void {
  const vault = vaultOf(owner);
  const address = addressOf(chain, VAULT_BRIDGE, vault);
  const isOnItsWay = chain.rows(VAULT_BRIDGE, 'pending', txhistory).some(({ account }) => account === vault);
  if (address !== undefined && !isOnItsWay) chain.send(bitcoinPayment(address, units));
}

/** Collateral to Bitcoin. */
export function withdrawing(owner: string, units: bigint) {
  const quantity = amountOf(CBTC, units);
  return actionOf(owner, 'loan', withdraw, { account: owner, quantity, btc_address: OUTSIDE });
}

function vaultOf(owner: string): string {
  const vault = VAULTS.get(owner);
  if (vault === undefined) throw new RangeError(`${owner} has no vault`);
  return vault;
}
