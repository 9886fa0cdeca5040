import { assignAddresses, mineBitcoin, reviewWithdrawals, travel } from './bitcoin-side';
import { ENDOWMENTS } from './cast';
import { deliberate } from './council';
import { dare } from './daring-people';
import type { Dice } from './dice';
import { changeVote } from './election';
import { hope } from './hopeful-person';
import { lendInTurn, processQueues } from './lending-people';
import type { LifeChain } from './life-chain';
import { quoteInTurn, takeInTurn } from './market-makers';
import type { Stage } from './stage';
import { gift } from './treasury';
import { waver } from './wavering-person';

/** Something that is done again and again. */
export interface Activity {
  /** What it throws follows from it. */
  readonly name: string;
  readonly periodMs: number;
  readonly act: (dice: Dice) => void;
}

const BLOCK_MS = 500;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Which of several things comes next is thrown from so many sides. */
const MANY_SIDES = 1_000;

/** All that the people do, whoever does it. */
export function everyday(stage: Stage): readonly Activity[] {
  const { chain, feeders, price } = stage;
  const fair = (): bigint => price.btc(chain.timeMs);
  return [
    { name: 'feeders', periodMs: SECOND_MS, act: (dice) => feeders.submitDue(fair(), dice) },
    {
      name: 'makers',
      periodMs: BLOCK_MS,
      act: (dice) => quoteInTurn(chain, dice.below(MANY_SIDES), price, dice),
    },
    { name: 'taker', periodMs: 1_500, act: (dice) => takeInTurn(chain, dice.below(MANY_SIDES), price, dice) },
    { name: 'addresses', periodMs: SECOND_MS, act: () => assignAddresses(chain) },
    { name: 'bitcoin', periodMs: 20 * SECOND_MS, act: () => mineBitcoin(chain) },
    { name: 'travel', periodMs: 90 * SECOND_MS, act: (dice) => travel(chain, dice) },
    { name: 'reviews', periodMs: 20 * SECOND_MS, act: (dice) => reviewWithdrawals(chain, dice) },
    { name: 'keeper', periodMs: 15 * SECOND_MS, act: () => processQueues(chain) },
    {
      name: 'lending',
      periodMs: 12 * SECOND_MS,
      act: (dice) => lendInTurn(chain, dice.below(MANY_SIDES), dice),
    },
    { name: 'hope', periodMs: 45 * SECOND_MS, act: (dice) => hope(chain, dice) },
    { name: 'daring', periodMs: MINUTE_MS, act: () => dare(stage, fair()) },
    { name: 'wavering', periodMs: 2 * MINUTE_MS, act: (dice) => waver(stage, fair(), dice) },
    { name: 'council', periodMs: MINUTE_MS, act: (dice) => deliberate(chain, dice) },
    { name: 'votes', periodMs: 20 * MINUTE_MS, act: (dice) => changeVote(chain, dice) },
    { name: 'refill', periodMs: 30 * SECOND_MS, act: () => refill(chain) },
  ];
}

/** The traders never run out, whoever trades with them. */
function refill(chain: LifeChain): void {
  for (const { account, token, units, isRefilled } of ENDOWMENTS) {
    if (isRefilled && chain.balance(account, token) < units / 2n) {
      chain.send(...gift(account, token, units, 'endowment'));
    }
  }
}
