import { nameToValue, type PackedAction } from '@app/antelope';
import { REGTEST } from '../contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../contracts/bridge/addresses/deposit-address';
import { approve, btcblocks, btcsend, cancel, genaddr } from '../contracts/bridge/signatures';
import { depositAddressesTable, pegOutsTable } from '../contracts/bridge/tables';
import { amountOf, BTC } from '../contracts/shared/tokens';
import { assign } from '../contracts/vaults/signatures';
import { addressRequestsTable } from '../contracts/vaults/tables';
import { ACTORS, ALL_ACTORS, VAULT_OWNERS } from './actors';
import { vaultNameOf } from './vault-names';
import type { SeededRandom } from './seeded-random';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { payment } from './treasury';
import { BTC_BRIDGE, RELAYER, VAULT_BRIDGE } from '../contracts/shared/account-names';

const ADDRESSES_AT_ONCE = 20;
/** A Bitcoin address outside of the chain. */
export const OUTSIDE = simulatedAddress('wallet beyond the chain', REGTEST);
const SMALLEST_TRIP = 100_000n;
const LARGEST_TRIP = 2_000_000n;
/** Amounts above the review limit of the bridge. */
const SMALLEST_REVIEWED = 100_000_000n;
const LARGEST_REVIEWED = 150_000_000n;

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

/** A peg-out of BTC. */
export function leaving(account: string, units: bigint): PackedAction {
  return payment(account, BTC_BRIDGE, BTC, units, OUTSIDE);
}

/** One peg-in or peg-out; some peg-outs are large enough to be reviewed. */
export function transferAcrossBridge(chain: InProcessClient, random: SeededRandom): void {
  const traveller = ACTORS.regular;
  const own = addressOf(chain, BTC_BRIDGE, traveller);
  if (own === undefined) {
    chain.send(actionOf(BTC_BRIDGE, genaddr, { account: traveller }, traveller));
    return;
  }
  const units = random.between(SMALLEST_TRIP, LARGEST_TRIP);
  const reviewedUnits = random.between(SMALLEST_REVIEWED, LARGEST_REVIEWED);
  if (random.chance(2)) chain.send(bitcoinPayment(own, units));
  else chain.send(leaving(traveller, random.chance(2) ? reviewedUnits : units));
}

/**
 * The relayer approves or cancels some of the actors' peg-outs under review. The others, and all peg-outs of other
 * accounts, are approved by the bridge after a minute.
 */
export function reviewWithdrawals(chain: InProcessClient, random: SeededRandom): void {
  // The actors and their vaults.
  const senders = new Set([...ALL_ACTORS, ...VAULT_OWNERS.map((owner) => vaultNameOf(chain.seed, owner))]);
  for (const bridge of [BTC_BRIDGE, VAULT_BRIDGE]) {
    for (const { id, account } of chain.rows(bridge, 'review', pegOutsTable)) {
      const verdict = random.below(6);
      if (!senders.has(account)) continue;
      if (verdict === 0) chain.send(actionOf(bridge, approve, { id }, RELAYER));
      if (verdict === 1) chain.send(cancelling(bridge, id));
    }
  }
}

/** Cancels a peg-out that is not sent yet; the bridge refunds it. */
export function cancelling(bridge: string, id: bigint): PackedAction {
  return actionOf(bridge, cancel, { id, reason: 'not today' }, RELAYER);
}
