import type { PackedAction } from '@app/antelope';
import { BTC_BRIDGE, VAULT_BRIDGE } from '../contracts/bridge/relayer';
import { genaddr as depositAddress } from '../contracts/bridge/signatures';
import { ptxhistory } from '../contracts/bridge/tables';
import type { Token } from '../contracts/bridge/tokens';
import { USDT } from '../contracts/loan/tokens';
import { addressOf, assignAddresses, bitcoinPayment, cancelling, leaving, mineBitcoin } from './bitcoin-side';
import { CAST, ENDOWMENTS, EVERYONE, VAULT_OWNERS, wholes } from './cast';
import { foundCouncil } from './council';
import { BOLD, CARELESS, type Daring, RECKLESS, UNLUCKY } from './daring-people';
import { holdElection } from './election';
import { setUpExamples } from './example-history';
import {
  borrowing,
  cancellingRequest,
  DRY_POOL,
  lending,
  MAIN_POOL,
  pool,
  processQueues,
  redeeming,
  repaying,
  shareOf,
} from './lending-people';
import { actionOf, type LifeChain } from './life-chain';
import { newAccounts } from './new-accounts';
import { collateralOf, openingVault, topUp, withdrawing } from './own-vault';
import { borrowOnSpike } from './price-spike';
import type { Stage } from './stage';
import { gift } from './treasury';
import { movedBy } from './waves';

/** Something that happened some time before the chain began to live. */
export interface Scene {
  readonly hoursAgo: number;
  readonly play: (stage: Stage) => void;
}

const TWO_MINUTES = 1 / 30;
const FORTY_SECONDS = 1 / 90;

/** BTC in the vaults, in hundredths. */
const COLLATERAL: readonly (readonly [owner: string, hundredths: bigint])[] = [
  [CAST.regular, 300n],
  [CAST.bold, 100n],
  [CAST.reckless, 50n],
  [CAST.unlucky, 50n],
  [CAST.careless, 50n],
  [CAST.patient, 100n],
  [CAST.hopeful, 100n],
  [CAST.wavering, 180n],
  [CAST.whale, 1000n],
  [CAST.holder, 1000n],
];
const HUNDREDTH = 1_000_000n;
const CONFIRMATIONS = 3;
const usdt = (amount: bigint): bigint => wholes(USDT, amount);
/** A request with this cap waits behind everybody else's. */
const LOW_APR_BPS = 101;

/**
 * How the people came to where they are: loans of every state, redemptions that wait. Times are such that the timers of
 * the contracts have run: 72 hours from "at risk" to liquidation.
 */
export const BACKSTORY: readonly Scene[] = [
  { hoursAgo: 160, play: arrive },
  { hoursAgo: 159, play: fundVaults },
  { hoursAgo: 155, play: atPrice(0, setUpExamples) },
  { hoursAgo: 150, play: atPrice(250_000, lendFirst) },
  { hoursAgo: 148, play: atPrice(30_000, ({ chain }) => processQueues(chain)) },
  { hoursAgo: 75, play: atPrice(30_000, ({ chain }) => processQueues(chain)) },
  { hoursAgo: 74, play: atPrice(30_000, ({ chain }) => processQueues(chain)) },
  { hoursAgo: 73, play: fillUp },
  { hoursAgo: 72 - TWO_MINUTES, play: borrowTooMuch(UNLUCKY) },
  { hoursAgo: 60, play: borrowMore },
  { hoursAgo: 50, play: ({ chain }) => repayAll(chain) },
  { hoursAgo: 48, play: borrowTooMuch(RECKLESS) },
  { hoursAgo: 24, play: borrowTooMuch(CARELESS) },
  { hoursAgo: 3, play: sendToBitcoin },
  { hoursAgo: 2, play: atPrice(0, queueUp) },
  { hoursAgo: FORTY_SECONDS, play: sendOnTheWay },
];

/** The price is that many parts per million above where it is to end, and everybody knows. */
function atPrice(abovePpm: number, play: Scene['play']): Scene['play'] {
  return (stage) => {
    stage.feeders.submitAll(movedBy(stage.price.middle, abovePpm));
    play(stage);
  };
}

function arrive({ chain, feeders }: Stage): void {
  chain.send(
    ...newAccounts(
      chain,
      EVERYONE.filter((name) => !chain.isAccount(name)),
    ),
  );
  feeders.ensure();
  for (const { account, token, units } of ENDOWMENTS) chain.send(...gift(account, token, units, 'endowment'));
  holdElection(chain);
  foundCouncil(chain);
  chain.send(
    actionOf(CAST.regular, BTC_BRIDGE, depositAddress, { account: CAST.regular }),
    ...VAULT_OWNERS.flatMap((owner) => openingVault(chain, owner)),
  );
  assignAddresses(chain);
}

function fundVaults({ chain }: Stage): void {
  const payments = COLLATERAL.flatMap(([owner, hundredths]) => {
    const address = addressOf(chain, VAULT_BRIDGE, chain.vaultOf(owner));
    return address === undefined ? [] : [bitcoinPayment(address, hundredths * HUNDREDTH)];
  });
  chain.send(...payments);
  mineBitcoin(chain, CONFIRMATIONS);
}

function lendFirst({ chain }: Stage): void {
  chain.send(
    lending(CAST.lender, usdt(500_000n), MAIN_POOL),
    lending(CAST.redeemer, usdt(300_000n), DRY_POOL),
    ...[0, 1, 2, 3].map((poolId) => lending(CAST.investor, usdt(100_000n), poolId)),
  );
  chain.send(borrowing(CAST.unlucky, usdt(34_400n), MAIN_POOL));
}

function borrowMore(stage: Stage): void {
  const { chain, price } = stage;
  borrowOnSpike(stage, price.middle, BOLD);
  chain.send(
    borrowing(CAST.regular, usdt(40_000n), MAIN_POOL),
    borrowing(CAST.patient, usdt(10_000n), 0),
    borrowing(CAST.whale, pool(chain, DRY_POOL)?.available.units ?? 0n, DRY_POOL),
  );
}

function repayAll(chain: LifeChain): void {
  chain.send(repaying(CAST.patient, usdt(10_100n)), repaying(CAST.regular, usdt(5_000n)));
}

/** The timer of 72 hours begins. */
function borrowTooMuch(daring: Daring): Scene['play'] {
  return (stage) => {
    borrowOnSpike(stage, stage.price.middle, daring);
    processQueues(stage.chain);
  };
}

/** Who was liquidated has the vault filled again. */
function fillUp({ chain }: Stage): void {
  topUp(chain, UNLUCKY.account, UNLUCKY.stake - collateralOf(chain, UNLUCKY.account));
  mineBitcoin(chain, CONFIRMATIONS);
}

/** What is too much comes back, the rest arrives. */
function sendToBitcoin({ chain }: Stage): void {
  chain.send(...someAndTooMuch(CAST.regular));
  chain.send(withdrawing(CAST.wavering, 30n * HUNDREDTH), withdrawing(CAST.wavering, 120n * HUNDREDTH));
  for (const bridge of [BTC_BRIDGE, VAULT_BRIDGE]) {
    chain.send(...chain.rows(bridge, 'review', ptxhistory).map(({ id }) => cancelling(bridge, id)));
  }
  mineBitcoin(chain);
  mineBitcoin(chain, CONFIRMATIONS);
}

/** Still under way, or under review, when the chain begins to live. */
function sendOnTheWay({ chain }: Stage): void {
  chain.send(...someAndTooMuch(CAST.regular));
}

function someAndTooMuch(account: string): PackedAction[] {
  return [leaving(account, HUNDREDTH), leaving(account, 110n * HUNDREDTH)];
}

function queueUp({ chain }: Stage): void {
  processQueues(chain);
  chain.send(
    ...[4_000n, 2_500n, 1_000n].map((shares) => redeeming(CAST.redeemer, sharesOf(shares), DRY_POOL)),
  );
  const asking = borrowing(CAST.patient, usdt(5_000n), MAIN_POOL, LOW_APR_BPS);
  chain.send(asking, cancellingRequest(CAST.patient));
  chain.send(asking);
}

function sharesOf(amount: bigint): bigint {
  const share: Token = shareOf(DRY_POOL);
  return wholes(share, amount);
}
