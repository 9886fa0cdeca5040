import { regproducer, regproxy, voteproducer } from '../contracts/producers/signatures';
import { publicKeyOf } from '../kernel/keys/keys';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import { ACTORS } from './actors';
import type { SeededRandom } from './seeded-random';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';

/** Registers the producers and votes for them, one vote through a proxy. */
export function holdElection(chain: InProcessClient): void {
  const [proxy, follower] = ACTORS.makers;
  chain.send(
    ...ACTORS.producers.map((producer, index) =>
      actionOf(
        SYSTEM_ACCOUNT,
        regproducer,
        {
          producer,
          producer_key: publicKeyOf(chain.keyOf(producer)),
          url: `https://${producer}.example`,
          location: index,
        },
        producer,
      ),
    ),
  );
  chain.send(
    actionOf(SYSTEM_ACCOUNT, regproxy, { proxy, isproxy: true }, proxy),
    voteFor(proxy, ACTORS.producers),
    actionOf(SYSTEM_ACCOUNT, voteproducer, { voter: follower, proxy, producers: [] }, follower),
    voteFor(ACTORS.taker, ACTORS.producers.slice(0, -1)),
  );
}

/** The taker votes for all producers but one, chosen at random. All stay elected. */
export function changeVote(chain: InProcessClient, random: SeededRandom): void {
  const leftOut = random.below(ACTORS.producers.length);
  chain.send(
    voteFor(
      ACTORS.taker,
      ACTORS.producers.filter((_, index) => index !== leftOut),
    ),
  );
}

function voteFor(voter: string, producers: readonly string[]) {
  return actionOf(SYSTEM_ACCOUNT, voteproducer, { voter, proxy: '', producers }, voter);
}
