import { nameToValue, type PackedAction } from '@app/antelope';
import { REGTEST } from '../contracts/bridge/bitcoin-address';
import { simulatedAddress } from '../contracts/bridge/deposit-address';
import { BTC_BRIDGE, RELAYER, VAULT_BRIDGE } from '../contracts/bridge/relayer';
import { approve, btcblocks, btcsend, cancel, genaddr } from '../contracts/bridge/signatures';
import { accounts as addresses, ptxhistory } from '../contracts/bridge/tables';
import { amountOf, BTC } from '../contracts/bridge/tokens';
import { assign } from '../contracts/vaults/signatures';
import { addrqueue } from '../contracts/vaults/tables';
import { CAST, EVERYONE, VAULT_OWNERS } from './cast';
import type { Dice } from './dice';
import { actionOf, type LifeChain } from './life-chain';
import { payment } from './treasury';

const ADDRESSES_AT_ONCE = 20;
/** Somebody's wallet in the world beyond. */
export const OUTSIDE = simulatedAddress('wallet beyond the chain', REGTEST);
const SMALLEST_TRIP = 100_000n;
const LARGEST_TRIP = 2_000_000n;
/** So much is reviewed before it leaves. */
const SMALLEST_FORTUNE = 100_000_000n;
const LARGEST_FORTUNE = 150_000_000n;

/** New blocks of the simulated Bitcoin; the bridges settle what they confirm. */
export function mineBitcoin(chain: LifeChain, count = 1): void {
  chain.send(actionOf(RELAYER, BTC_BRIDGE, btcblocks, { count }));
}

/** The Bitcoin addresses that vaults wait for. */
export function assignAddresses(chain: LifeChain): void {
  if ((chain.chain.table(VAULT_BRIDGE, nameToValue(VAULT_BRIDGE), addrqueue.name)?.count ?? 0) === 0) return;
  chain.send(actionOf(RELAYER, VAULT_BRIDGE, assign, { count: ADDRESSES_AT_ONCE }));
}

/** Somebody pays bitcoin to an address of one of the bridges. */
export function bitcoinPayment(address: string, units: bigint): PackedAction {
  return actionOf(RELAYER, BTC_BRIDGE, btcsend, { btc_address: address, quantity: amountOf(BTC, units) });
}

/** The Bitcoin address of an account, or of a vault. */
export function addressOf(chain: LifeChain, bridge: string, account: string): string | undefined {
  return chain.find(bridge, bridge, addresses, nameToValue(account))?.btc_address;
}

/** BTC that leaves for Bitcoin. */
export function leaving(account: string, units: bigint): PackedAction {
  return payment(account, BTC_BRIDGE, BTC, units, OUTSIDE);
}

/** Money travels: some leaves for Bitcoin, some comes; now and then so much leaves that it is reviewed. */
export function travel(chain: LifeChain, dice: Dice): void {
  const traveller = CAST.regular;
  const own = addressOf(chain, BTC_BRIDGE, traveller);
  if (own === undefined) {
    chain.send(actionOf(traveller, BTC_BRIDGE, genaddr, { account: traveller }));
    return;
  }
  const units = dice.between(SMALLEST_TRIP, LARGEST_TRIP);
  const fortune = dice.between(SMALLEST_FORTUNE, LARGEST_FORTUNE);
  if (dice.oneIn(2)) chain.send(bitcoinPayment(own, units));
  else chain.send(leaving(traveller, dice.oneIn(2) ? fortune : units));
}

/**
 * Some reviews of what the cast sends are ended by the relayer, one way or the other. The rest end by themselves after a
 * minute, and so do those of everybody else.
 */
export function reviewWithdrawals(chain: LifeChain, dice: Dice): void {
  // Those of the cast, and their vaults.
  const senders = new Set([...EVERYONE, ...VAULT_OWNERS.map((owner) => chain.vaultOf(owner))]);
  for (const bridge of [BTC_BRIDGE, VAULT_BRIDGE]) {
    for (const { id, account } of chain.rows(bridge, 'review', ptxhistory)) {
      const verdict = dice.below(6);
      if (!senders.has(account)) continue;
      if (verdict === 0) chain.send(actionOf(RELAYER, bridge, approve, { id }));
      if (verdict === 1) chain.send(cancelling(bridge, id));
    }
  }
}

/** Gives back a withdrawal that is not sent yet. */
export function cancelling(bridge: string, id: bigint): PackedAction {
  return actionOf(RELAYER, bridge, cancel, { id, reason: 'not today' });
}
