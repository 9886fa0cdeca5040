import { publicKeyOf } from '@app/antelope';
import { regproducer, regproxy, voteproducer } from '../contracts/producers/signatures';
import { SYSTEM_ACCOUNT } from '../kernel/native-actions';
import { CAST } from './cast';
import type { Dice } from './dice';
import { actionOf, type LifeChain } from './life-chain';

/** Producers stand for election and are voted for: by holders, one of whom speaks for another. */
export function holdElection(chain: LifeChain): void {
  const [proxy, follower] = CAST.makers;
  chain.send(
    ...CAST.producers.map((producer, index) =>
      actionOf(producer, SYSTEM_ACCOUNT, regproducer, {
        producer,
        producer_key: publicKeyOf(chain.keyOf(producer)),
        url: `https://${producer}.example`,
        location: index,
      }),
    ),
  );
  chain.send(
    actionOf(proxy, SYSTEM_ACCOUNT, regproxy, { proxy, isproxy: true }),
    voteFor(proxy, CAST.producers),
    actionOf(follower, SYSTEM_ACCOUNT, voteproducer, { voter: follower, proxy, producers: [] }),
    voteFor(CAST.taker, CAST.producers.slice(0, -1)),
  );
}

/** The taker votes for all but one of the producers, now this one, now that one. All stay elected. */
export function changeVote(chain: LifeChain, dice: Dice): void {
  const leftOut = dice.below(CAST.producers.length);
  chain.send(
    voteFor(
      CAST.taker,
      CAST.producers.filter((_, index) => index !== leftOut),
    ),
  );
}

function voteFor(voter: string, producers: readonly string[]) {
  return actionOf(voter, SYSTEM_ACCOUNT, voteproducer, { voter, proxy: '', producers });
}
