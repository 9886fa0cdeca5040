import { longOr } from '../../harness/long';
import { SimulatedChain } from '../../harness/chain/simulated-chain';
import { SeededRandom } from '../../../apps/devchain/src/simulation/seeded-random';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { createDevelopmentChain } from '../../../apps/devchain/src/genesis/genesis';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessClient } from '../../../apps/devchain/src/client/in-process-client';
import { fundedAccounts } from '../../../apps/devchain/src/genesis/accounts';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import { ChainError } from '../../../apps/devchain/src/kernel/sdk/errors/chain-error';
import type { BlockRecord } from '../../../apps/devchain/src/kernel/blocks/block-record';
import { blocksFrom, replay } from '../../harness/chain/replay';

const BLOCKS = longOr(300, 150);
/** Genesis puts block 2 on every chain of a seed by itself. */
const FIRST_OWN_BLOCK = 3;

const freshChain = (seed: string): Chain =>
  createDevelopmentChain({ seed, now: () => 0, contracts: DEPLOYED_CONTRACTS }).chain;

/** Simulated traffic; funded accounts pay each other, place orders, and push transactions that are refused. */
function simulatedHistory(seed: string): { chain: Chain; blocks: BlockRecord[]; refused: number } {
  const simulated = new SimulatedChain(seed);
  const { chain } = simulated;
  const people = fundedAccounts(seed);
  const client = new InProcessClient(chain, { seed, accounts: people.map(({ name }) => name) });
  const random = new SeededRandom(`payments of ${seed}`);
  let refused = 0;
  simulated.simulation.begin();
  for (let round = 0; round < BLOCKS; round++) {
    // Some slots stay without a block.
    simulated.run(1, random.chance(10) ? 5_000 : 500);
    const from = people[random.below(people.length)]!;
    const price = String(1_000 + random.below(90_000));
    const isOrder = random.chance(2);
    const args = {
      from: from.name,
      to: isOrder ? 'dex' : people[random.below(people.length)]!.name,
      // Some transfers are to self or exceed the balance: refused.
      quantity: {
        units: random.chance(5) ? 10n ** 15n : random.between(1n, 100_000n),
        symbol: 'BTC',
        precision: 8,
      },
      memo: isOrder ? `sell:0.00010000 BTC:${price}.00000000 USDT` : `payment ${String(round)}`,
    };
    if (isOrder) args.quantity.units = 10_000n;
    try {
      client.send(actionOf('btc.token', transfer, args, from.name));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      refused++;
    }
  }
  simulated.run(1);
  // Seals the transactions that the simulation sent after its last block.
  chain.produceBlock();
  expect(simulated.failures).toEqual([]);
  return { chain, blocks: blocksFrom(chain, FIRST_OWN_BLOCK), refused };
}

describe('replay', () => {
  const first = simulatedHistory('one');

  it.each(longOr(['one', 'two'], ['one']))(
    'the blocks of a chain replayed on a new chain of seed %s give the same blocks and state',
    (seed) => {
      const { chain, blocks, refused } = seed === 'one' ? first : simulatedHistory(seed);
      expect(blocks.length).toBeGreaterThan(BLOCKS);
      expect(blocks.flatMap(({ transactions }) => transactions).length).toBeGreaterThan(BLOCKS);
      expect(refused).toBeGreaterThan(0);
      expect(blocks.flatMap(({ header }) => header.extensions).length).toBeGreaterThan(0);

      const again = freshChain(seed);
      expect(again.stateDigest()).not.toBe(chain.stateDigest());
      replay(again, blocks);
      const idsOf = (of: Chain): (string | undefined)[] => blocks.map(({ num }) => of.block(num)?.id);
      expect(idsOf(again)).toEqual(idsOf(chain));
      expect(again.head()).toEqual(chain.head());
      expect(again.stateDigest()).toBe(chain.stateDigest());
    },
  );

  it('the blocks of a chain give another state when one transaction is omitted', () => {
    const { chain, blocks } = first;
    const at = blocks.findLastIndex(({ transactions }) => transactions.length > 0);
    const again = freshChain('one');
    const shortened = blocks.map((block, index) =>
      index === at ? { ...block, transactions: block.transactions.slice(0, -1) } : block,
    );
    replay(again, shortened);
    expect(again.head().num).toBe(chain.head().num);
    expect(again.head().id).not.toBe(chain.head().id);
    expect(again.stateDigest()).not.toBe(chain.stateDigest());
  });
});
