import type { PackedAction } from '@app/antelope';
import { REGTEST } from '../contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../contracts/bridge/addresses/deposit-address';
import { approve, cancel, genaddr } from '../contracts/bridge/signatures';
import { pegOutsTable } from '../contracts/bridge/tables';
import { BTC } from '../contracts/shared/tokens';
import { addressOf, bitcoinPayment } from '../operators/bitcoin';
import { ACTORS, ALL_ACTORS, VAULT_OWNERS } from './actors';
import { vaultNameOf } from './vault-names';
import type { SeededRandom } from './seeded-random';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { payment } from '../operators/issuer';
import { BTC_BRIDGE, RELAYER, VAULT_BRIDGE } from '../contracts/shared/account-names';

/** A Bitcoin address outside of the chain. */
export const OUTSIDE = simulatedAddress('wallet beyond the chain', REGTEST);
const SMALLEST_TRIP = 100_000n;
const LARGEST_TRIP = 2_000_000n;
/** Amounts above the review limit of the bridge. */
const SMALLEST_REVIEWED = 100_000_000n;
const LARGEST_REVIEWED = 150_000_000n;

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
