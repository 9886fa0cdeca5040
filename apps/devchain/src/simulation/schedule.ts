import { assignAddresses, mineBitcoin } from '../operators/bitcoin';
import type { Feeders } from '../operators/feeders';
import { scaleByPpm } from '../operators/scale-by-ppm';
import { reviewWithdrawals, transferAcrossBridge } from './bitcoin-traffic';
import { ENDOWMENTS } from './actors';
import { advanceProposal } from './council';
import { updateOverLeveragedBorrowers } from './over-leveraged-borrowers';
import type { SeededRandom } from './seeded-random';
import { changeVote } from './election';
import { updateRateLimitedBorrower } from './rate-limited-borrower';
import { lendInTurn, processQueues } from './lending-activity';
import type { InProcessClient } from '../client/in-process-client';
import { quoteInTurn, takeInTurn } from './market-makers';
import type { SimulationContext } from './context';
import { issueTo } from '../operators/issuer';
import { updateAtRiskBorrower } from './at-risk-borrower';
import { BLOCK_INTERVAL_MS } from '../kernel/blocks/slots';

/** A periodic activity of the actors. */
export interface Activity {
  /** Part of the seed of its random numbers: a new name is another simulated history. */
  readonly name: string;
  readonly periodMs: number;
  readonly act: (random: SeededRandom) => void;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Upper bound of the random number that selects one of several turns. */
const CHOICES = 1_000;
/** Largest difference between an honest submission and the market price. */
const NOISE_PPM = 300n;

/** All periodic activities of the simulation. */
export function schedule(context: SimulationContext): readonly Activity[] {
  const { chain, feeders, price } = context;
  const fair = (): bigint => price.btc(chain.timeMs);
  return [
    { name: 'feeders', periodMs: SECOND_MS, act: (random) => submitPrices(feeders, fair(), random) },
    {
      name: 'makers',
      periodMs: BLOCK_INTERVAL_MS,
      act: (random) => quoteInTurn(chain, random.below(CHOICES), price, random),
    },
    {
      name: 'taker',
      periodMs: 1_500,
      act: (random) => takeInTurn(chain, random.below(CHOICES), price, random),
    },
    { name: 'addresses', periodMs: SECOND_MS, act: () => assignAddresses(chain) },
    { name: 'bitcoin', periodMs: 20 * SECOND_MS, act: () => mineBitcoin(chain) },
    { name: 'travel', periodMs: 90 * SECOND_MS, act: (random) => transferAcrossBridge(chain, random) },
    { name: 'reviews', periodMs: 20 * SECOND_MS, act: (random) => reviewWithdrawals(chain, random) },
    { name: 'keeper', periodMs: 15 * SECOND_MS, act: () => processQueues(chain) },
    {
      name: 'lending',
      periodMs: 12 * SECOND_MS,
      act: (random) => lendInTurn(chain, random.below(CHOICES), random),
    },
    { name: 'hope', periodMs: 45 * SECOND_MS, act: (random) => updateRateLimitedBorrower(chain, random) },
    { name: 'daring', periodMs: MINUTE_MS, act: () => updateOverLeveragedBorrowers(context, fair()) },
    {
      name: 'wavering',
      periodMs: 2 * MINUTE_MS,
      act: (random) => updateAtRiskBorrower(context, fair(), random),
    },
    { name: 'council', periodMs: MINUTE_MS, act: (random) => advanceProposal(chain, random) },
    { name: 'votes', periodMs: 20 * MINUTE_MS, act: (random) => changeVote(chain, random) },
    { name: 'refill', periodMs: 30 * SECOND_MS, act: () => refill(chain) },
  ];
}

/** Submits the price with the noise of each feeder. */
function submitPrices(feeders: Feeders, price: bigint, random: SeededRandom): void {
  feeders.submitDue(() => scaleByPpm(price, Number(random.between(-NOISE_PPM, NOISE_PPM))));
}

/** Keeps the traders funded, also when other accounts buy all they have. */
function refill(chain: InProcessClient): void {
  for (const { account, token, units, isRefilled } of ENDOWMENTS) {
    if (isRefilled && chain.balance(account, token) < units / 2n) {
      chain.send(...issueTo(account, token, units, 'endowment'));
    }
  }
}
