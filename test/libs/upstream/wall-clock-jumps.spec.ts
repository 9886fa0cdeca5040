import { ManualClock } from '@app/operations';
import fc from 'fast-check';
import { AbiCache } from '../../../libs/upstream/src/cache/abi-cache';
import { ChainIdVerifier } from '../../../libs/upstream/src/node/chain-id-verifier';
import { FailoverOrder } from '../../../libs/upstream/src/pool/node-selector';
import { ReadCache } from '../../../libs/upstream/src/cache/read-cache';
import { UpstreamNode } from '../../../libs/upstream/src/node/upstream-node';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { type ClockStep, clockSteps, take } from '../../harness/clock-steps';

/** Runs the steps on a new clock and says what `look` sees after each. */
type Observe = (steps: readonly ClockStep[]) => Promise<unknown[]>;

function observer(create: (clock: ManualClock) => () => unknown): Observe {
  return async (steps) => {
    const clock = new ManualClock(1_800_000_000_000);
    const look = create(clock);
    const seen = [];
    for (const step of steps) {
      take(step, clock);
      seen.push(await look());
    }
    return seen;
  };
}

describe('while the wall clock jumps', () => {
  const nodes = ['http://one', 'http://two'].map((url) => new UpstreamNode(url));
  const [one] = nodes as [UpstreamNode, UpstreamNode];
  afterAll(() => Promise.all(nodes.map((node) => node.close())));

  it.each<[string, Observe]>([
    [
      'the read cache refreshes as it does without jumps',
      observer((clock) => {
        const cache = new ReadCache(clock, 20_000);
        let loads = 0;
        return () => cache.read('key', () => Promise.resolve({ value: (loads += 1), bytes: 1 }));
      }),
    ],
    [
      'the ABI cache revalidates as it does without jumps',
      observer((clock) => {
        let fetches = 0;
        const cache = new AbiCache(() => {
          fetches += 1;
          return Promise.resolve({ hash: '', raw: new Uint8Array() });
        }, clock);
        return () => cache.abi('dex').then(() => fetches);
      }),
    ],
    [
      'the chain of a node is asked again as it is without jumps',
      observer((clock) => {
        const chain = new FakeChain('mainnet');
        const verifier = new ChainIdVerifier(chain.chainId, clock);
        let asked = 0;
        jest.spyOn(one, 'request').mockImplementation(() => {
          asked += 1;
          const bytes = Buffer.from(JSON.stringify(chain.info()));
          return Promise.resolve({ status: 200, contentType: 'application/json', bytes });
        });
        return () => verifier.ensure(one).then(() => asked);
      }),
    ],
    [
      'a node that failed is tried again as it is without jumps',
      observer((clock) => {
        const selector = new FailoverOrder(nodes, clock);
        selector.recordFailure(one);
        return () => selector.all().map(({ host }) => host);
      }),
    ],
  ])('%s', async (_title, observe) => {
    await fc.assert(
      fc.asyncProperty(clockSteps, async (steps) => {
        const withoutJumps = steps.map(({ passMs }) => ({ passMs }));
        expect(await observe(steps)).toEqual(await observe(withoutJumps));
      }),
    );
  });
});
