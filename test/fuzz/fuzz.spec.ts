import { LimitedLog, ManualClock } from '@app/operations';
import { FakeChain } from '../harness/fake-node/fake-chain';
import { FakeNode } from '../harness/fake-node/fake-node';
import { LONG_NODE_TIMEOUTS } from '../harness/gateway/long-timeouts';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';
import { ServedChain } from '../harness/history/served-chain';
import { faultsOf, isRefusalOfHistory, isRefusalOfNode, type IsTruthful, sent } from './faults-of';
import { API, fuzzRequests, KEPT_REQUESTS, MINUTES, SEED } from './findings';
import { retainedBytes } from './heap';
import { hostileAnswer } from './hostile-answers';
import { RandomPolls } from './random-polls';
import { RandomRequests } from './random-requests';
import { Seeded } from '../harness/seeded';

/** Requests of the short form; pushes to a node that answers anything wait for a look-up. */
const SHORT = { chain: 240, stream: 80, hostile: 40 };
const ENV = { RATE_LIMIT_META: '1000000', MAX_STREAMS_PER_ADDRESS: '1000000', MAX_STREAMS: '1000000' };
/** Caches are filled by the first requests; what a request leaves behind adds up to more in a long run. */
const MOST_GROWTH_BYTES = 128 * 1_048_576;

describe('requests by the API document with hostile values', () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): unknown => rejections.push(reason);
  beforeAll(() => void process.on('unhandledRejection', onRejection));
  afterAll(() => void process.off('unhandledRejection', onRejection));

  describe('in front of a development chain and its history node', () => {
    let served: ServedChain;
    let gateway: RunningGateway;
    const isTruthful: IsTruthful = (status, body) =>
      isRefusalOfNode(status, body) || isRefusalOfHistory(status, body);
    const requests = (seed: number): RandomRequests => new RandomRequests(API, new Seeded(seed));
    beforeAll(async () => {
      // A current head: requests get further.
      served = await ServedChain.start(new ManualClock(Date.now()));
      await served.chain.produce(5);
      await served.caughtUp();
      gateway = await startGateway([served.chain.url, served.url], undefined, {
        ...LONG_NODE_TIMEOUTS,
        ...ENV,
      });
    });
    afterAll(async () => {
      await gateway.close();
      await served.close();
    });

    it.each(KEPT_REQUESTS)('the kept request $name gets one truthful answer', async ({ request }) => {
      for (const url of [gateway.url, served.url]) {
        const answer = await sent(Number(new URL(url).port), request);
        expect(faultsOf(request, answer, isTruthful)).toEqual([]);
      }
    });

    it('each request gets one truthful answer, no code fails, and the heap stays bounded', async () => {
      const errors = jest.spyOn(gateway.app.get(LimitedLog), 'error');
      await fuzzRequests(gateway.url, requests(SEED + 3), isTruthful, { seed: SEED, least: 40, minutes: 0 });
      const before = retainedBytes();
      const run = { seed: SEED, least: SHORT.chain, minutes: MINUTES / 3 };
      expect(await fuzzRequests(gateway.url, requests(SEED), isTruthful, run)).toEqual([]);
      expect(errors.mock.calls).toEqual([]);
      expect(rejections).toEqual([]);
      expect(retainedBytes() - before).toBeLessThan(MOST_GROWTH_BYTES);
    });

    it('each poll of a stream gets one truthful answer', async () => {
      const run = { seed: SEED + 4, least: SHORT.stream, minutes: MINUTES / 6 };
      const polls = new RandomPolls(new Seeded(run.seed));
      expect(await fuzzRequests(gateway.url, polls, isTruthful, run)).toEqual([]);
      expect(rejections).toEqual([]);
    });
  });

  describe('in front of a node that answers anything', () => {
    let node: FakeNode;
    let gateway: RunningGateway;
    beforeAll(async () => {
      const chain = new FakeChain('hostile');
      chain.headBlockTime = new Date().toISOString().slice(0, -1);
      node = await FakeNode.start(chain);
      const random = new Seeded(SEED + 1);
      gateway = await startGateway(node.url, undefined, {
        ...ENV,
        NODE_TIMEOUT_PUSH_MS: '250',
        PUSH_BUDGET_MS: '1000',
      });
      node.override = (target, _body, response) =>
        target !== '/v1/chain/get_info' && hostileAnswer(random, response);
    });
    afterAll(async () => {
      await gateway.close();
      await node.stop();
    });

    it('each request gets one answer, which blames the node where it fails', async () => {
      const isTruthful: IsTruthful = (status, body) =>
        [502, 503].includes(status) || body.includes('outcome_unknown') || isRefusalOfNode(status, body);
      const run = { seed: SEED + 2, least: SHORT.hostile, minutes: MINUTES / 2 };
      const requests = new RandomRequests(API, new Seeded(run.seed));
      expect(await fuzzRequests(gateway.url, requests, isTruthful, run)).toEqual([]);
      expect(rejections).toEqual([]);
    });
  });
});
