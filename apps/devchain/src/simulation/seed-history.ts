import type { PackedAction } from '@app/antelope';
import { genaddr as depositAddress } from '../contracts/bridge/signatures';
import { pegOutsTable } from '../contracts/bridge/tables';
import { shareOf, type Token, USDT, wholeUnits } from '../contracts/shared/tokens';
import { addressOf, assignAddresses, bitcoinPayment, mineBitcoin } from '../operators/bitcoin';
import { cancelling, leaving } from './bitcoin-traffic';
import { ACTORS, ENDOWMENTS, ALL_ACTORS, VAULT_OWNERS } from './actors';
import { vaultNameOf } from './vault-names';
import { setUpCouncil } from './council';
import {
  WARNED,
  OVER_LEVERAGED_3,
  type OverLeveragedBorrower,
  OVER_LEVERAGED_1,
  OVER_LEVERAGED_2,
} from './over-leveraged-borrowers';
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
} from './lending-activity';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { newAccounts } from '../operators/new-accounts';
import { collateralOf, openingVault, topUp, withdrawing } from './own-vault';
import { borrowOnSpike } from './price-spike';
import type { SimulationContext } from './context';
import { issueTo } from '../operators/issuer';
import { scaleByPpm } from '../operators/scale-by-ppm';
import { BTC_BRIDGE, VAULT_BRIDGE } from '../contracts/shared/account-names';

/** A step of the history that precedes the first block of the present. */
export interface HistoryStep {
  readonly hoursAgo: number;
  readonly run: (context: SimulationContext) => void;
}

const TWO_MINUTES = 1 / 30;
const FORTY_SECONDS = 1 / 90;
const HALF_MINUTE = 1 / 120;

/** BTC in the vaults, in hundredths. */
const COLLATERAL: readonly (readonly [owner: string, hundredths: bigint])[] = [
  [ACTORS.regular, 300n],
  [ACTORS.warned, 100n],
  [ACTORS.overLeveraged1, 50n],
  [ACTORS.overLeveraged2, 50n],
  [ACTORS.overLeveraged3, 50n],
  [ACTORS.queued, 100n],
  [ACTORS.rateLimited, 100n],
  [ACTORS.atRisk, 180n],
  [ACTORS.whale, 1000n],
  [ACTORS.holder, 1000n],
];
const HUNDREDTH = 1_000_000n;
const CONFIRMATIONS = 3;
const usdt = (amount: bigint): bigint => wholeUnits(USDT, amount);
/** A request with this cap waits behind all others. */
const LOW_APR_BPS = 101;

/**
 * The history that brings the actors into their initial states: loans of every status, queued redemptions. The times
 * leave room for the timers of the contracts: 72 hours from "at risk" to liquidation.
 */
export const SEED_HISTORY: readonly HistoryStep[] = [
  { hoursAgo: 160, run: arrive },
  { hoursAgo: 159, run: fundVaults },
  { hoursAgo: 155, run: atPrice(0, setUpExamples) },
  { hoursAgo: 150, run: atPrice(250_000, lendFirst) },
  { hoursAgo: 148, run: atPrice(30_000, ({ chain }) => processQueues(chain)) },
  { hoursAgo: 75, run: atPrice(30_000, ({ chain }) => processQueues(chain)) },
  { hoursAgo: 74, run: atPrice(30_000, ({ chain }) => processQueues(chain)) },
  { hoursAgo: 73, run: fillUp },
  { hoursAgo: 72 - TWO_MINUTES, run: borrowOverLimit(OVER_LEVERAGED_2) },
  { hoursAgo: 60, run: borrowMore },
  { hoursAgo: 50, run: ({ chain }) => repayAll(chain) },
  { hoursAgo: 48, run: borrowOverLimit(OVER_LEVERAGED_1) },
  { hoursAgo: 24, run: borrowOverLimit(OVER_LEVERAGED_3) },
  { hoursAgo: 3, run: sendToBitcoin },
  { hoursAgo: 2, run: atPrice(0, queueUp) },
  { hoursAgo: FORTY_SECONDS, run: sendOnTheWay },
  // Last: from its schedule on, a slot without a block is a missed block. The blocks of the present follow each other.
  { hoursAgo: (FORTY_SECONDS + HALF_MINUTE) / 2, run: ({ chain }) => holdElection(chain) },
];

/** Runs a step after all feeders have submitted a price that is `abovePpm` above the middle price. */
function atPrice(abovePpm: number, run: HistoryStep['run']): HistoryStep['run'] {
  return (context) => {
    context.feeders.submitAll(scaleByPpm(context.price.middle, abovePpm));
    run(context);
  };
}

function arrive({ chain, feeders }: SimulationContext): void {
  chain.send(
    ...newAccounts(
      chain,
      ALL_ACTORS.filter((name) => !chain.isAccount(name)),
    ),
  );
  feeders.ensure();
  for (const { account, token, units } of ENDOWMENTS)
    chain.send(...issueTo(account, token, units, 'endowment'));
  setUpCouncil(chain);
  chain.send(
    actionOf(BTC_BRIDGE, depositAddress, { account: ACTORS.regular }, ACTORS.regular),
    ...VAULT_OWNERS.flatMap((owner) => openingVault(chain, owner)),
  );
  assignAddresses(chain);
}

function fundVaults({ chain }: SimulationContext): void {
  const payments = COLLATERAL.flatMap(([owner, hundredths]) => {
    const address = addressOf(chain, VAULT_BRIDGE, vaultNameOf(chain.seed, owner));
    return address === undefined ? [] : [bitcoinPayment(address, hundredths * HUNDREDTH)];
  });
  chain.send(...payments);
  mineBitcoin(chain, CONFIRMATIONS);
}

function lendFirst({ chain }: SimulationContext): void {
  chain.send(
    lending(ACTORS.lender, usdt(500_000n), MAIN_POOL),
    lending(ACTORS.redeemer, usdt(300_000n), DRY_POOL),
    ...[0, 1, 2, 3].map((poolId) => lending(ACTORS.investor, usdt(100_000n), poolId)),
  );
  chain.send(borrowing(ACTORS.overLeveraged2, usdt(34_400n), MAIN_POOL));
}

function borrowMore(context: SimulationContext): void {
  const { chain, price } = context;
  borrowOnSpike(context, price.middle, WARNED);
  chain.send(
    borrowing(ACTORS.regular, usdt(40_000n), MAIN_POOL),
    borrowing(ACTORS.queued, usdt(10_000n), 0),
    borrowing(ACTORS.whale, pool(chain, DRY_POOL)?.available.units ?? 0n, DRY_POOL),
  );
}

function repayAll(chain: InProcessClient): void {
  chain.send(repaying(ACTORS.queued, usdt(10_100n)), repaying(ACTORS.regular, usdt(5_000n)));
}

/** Starts the liquidation timer of 72 hours. */
function borrowOverLimit(borrower: OverLeveragedBorrower): HistoryStep['run'] {
  return (context) => {
    borrowOnSpike(context, context.price.middle, borrower);
    processQueues(context.chain);
  };
}

/** Refills the vault of the liquidated borrower. */
function fillUp({ chain }: SimulationContext): void {
  topUp(
    chain,
    OVER_LEVERAGED_2.account,
    OVER_LEVERAGED_2.initialCollateral - collateralOf(chain, OVER_LEVERAGED_2.account),
  );
  mineBitcoin(chain, CONFIRMATIONS);
}

/** Peg-outs above the review limit are cancelled, the others are completed. */
function sendToBitcoin({ chain }: SimulationContext): void {
  chain.send(...someAndTooMuch(ACTORS.regular));
  chain.send(withdrawing(ACTORS.atRisk, 30n * HUNDREDTH), withdrawing(ACTORS.atRisk, 120n * HUNDREDTH));
  for (const bridge of [BTC_BRIDGE, VAULT_BRIDGE]) {
    chain.send(...chain.rows(bridge, 'review', pegOutsTable).map(({ id }) => cancelling(bridge, id)));
  }
  mineBitcoin(chain);
  mineBitcoin(chain, CONFIRMATIONS);
}

/** Peg-outs that are pending or under review at the first block of the present. */
function sendOnTheWay({ chain }: SimulationContext): void {
  chain.send(...someAndTooMuch(ACTORS.regular));
}

function someAndTooMuch(account: string): PackedAction[] {
  return [leaving(account, HUNDREDTH), leaving(account, 110n * HUNDREDTH)];
}

function queueUp({ chain }: SimulationContext): void {
  processQueues(chain);
  chain.send(
    ...[4_000n, 2_500n, 1_000n].map((shares) => redeeming(ACTORS.redeemer, sharesOf(shares), DRY_POOL)),
  );
  const asking = borrowing(ACTORS.queued, usdt(5_000n), MAIN_POOL, LOW_APR_BPS);
  chain.send(asking, cancellingRequest(ACTORS.queued));
  chain.send(asking);
}

function sharesOf(amount: bigint): bigint {
  const share: Token = shareOf(DRY_POOL);
  return wholeUnits(share, amount);
}
