import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LimitedLog } from '@app/operations';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { FakeChain } from '../harness/fake-node/fake-chain';
import { FakeNode } from '../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';
import { TestChain } from '../harness/node/test-chain';
import { faultsOf, isRefusalOfNode, sent } from './faults-of';
import { hostileAnswer } from './hostile-answers';
import { type FuzzRequest, type OpenApi, RandomRequests } from './random-requests';
import { Seeded } from './seeded';

const ROOT = path.resolve(__dirname, '../..');
const CORPUS = path.join(ROOT, 'test/fuzz/corpus');
const API = JSON.parse(readFileSync(path.join(ROOT, 'docs/reference/openapi.json'), 'utf8')) as OpenApi;
/** By `npm run fuzz`; otherwise the same requests in each run. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 0);
const AT_ONCE = 8;
/** Requests of the short form; pushes to a node that answers anything wait for a look-up. */
const SHORT = { chain: 240, hostile: 40 };
const ENV = { RATE_LIMIT_META: '1000000' };

interface Finding {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly request: FuzzRequest;
  readonly answer: string;
}

type IsTruthful = Parameters<typeof faultsOf>[2];

/** The requests that once found a defect, and all that they find. */
const kept = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    name,
    request: (JSON.parse(readFileSync(path.join(CORPUS, name), 'utf8')) as Finding).request,
  }));

/** Prints a finding, and writes it into the corpus for the next run. */
function keep(finding: Finding, number: number): Finding {
  mkdirSync(CORPUS, { recursive: true });
  writeFileSync(
    path.join(CORPUS, `seed-${finding.seed}-${number}.json`),
    `${JSON.stringify(finding, null, 2)}\n`,
  );
  process.stdout.write(`${JSON.stringify(finding)}\n`);
  return finding;
}

async function fuzz(
  gateway: RunningGateway,
  isTruthful: IsTruthful,
  seed: number,
  least: number,
): Promise<Finding[]> {
  const requests = new RandomRequests(API, new Seeded(seed));
  const port = Number(new URL(gateway.url).port);
  const findings: Finding[] = [];
  const endMs = performance.now() + MINUTES * 30_000;
  for (let count = 0; count < least || performance.now() < endMs; count += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => requests.next());
    const answers = await Promise.all(batch.map((request) => sent(port, request)));
    for (const [index, request] of batch.entries()) {
      const answer = answers[index] ?? '';
      const faults = faultsOf(request, answer, isTruthful);
      if (faults.length > 0)
        findings.push(keep({ seed, faults, request, answer: answer.slice(0, 2_000) }, findings.length));
    }
    if (findings.length > 10) break;
  }
  return findings;
}

describe('requests by the API document with hostile values', () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): unknown => rejections.push(reason);
  beforeAll(() => void process.on('unhandledRejection', onRejection));
  afterAll(() => void process.off('unhandledRejection', onRejection));

  describe('in front of a development chain', () => {
    let chain: TestChain;
    let gateway: RunningGateway;
    beforeAll(async () => {
      chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' });
      gateway = await startGateway(chain.url, undefined, ENV);
    });
    afterAll(async () => {
      await gateway.close();
      await chain.close();
    });

    it.each(kept)('the kept request $name gets one truthful answer', async ({ request }) => {
      const answer = await sent(Number(new URL(gateway.url).port), request);
      expect(faultsOf(request, answer, isRefusalOfNode)).toEqual([]);
    });

    it('each request gets one truthful answer, and no code fails', async () => {
      const errors = jest.spyOn(gateway.app.get(LimitedLog), 'error');
      expect(await fuzz(gateway, isRefusalOfNode, SEED, SHORT.chain)).toEqual([]);
      expect(errors.mock.calls).toEqual([]);
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
      expect(await fuzz(gateway, isTruthful, SEED + 2, SHORT.hostile)).toEqual([]);
      expect(rejections).toEqual([]);
    });
  });
});
