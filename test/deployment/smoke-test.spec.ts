import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { FollowedHistory } from '../harness/history/followed-history';
import { LONG_NODE_TIMEOUTS } from '../harness/gateway/long-timeouts';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';
import { closeServer, listenOnLoopback } from '../harness/loopback-server';
import { TestChain } from '../harness/node/test-chain';
import { runProgram } from '../harness/process/run-program';
import { until } from '../harness/until';

const PROGRAM = readFileSync(
  path.resolve(__dirname, '../../helm/chain-tool-gateway/files/smoke-test.mjs'),
  'utf8',
);

/** As the pod of the test runs it. */
const smokeTest = (...urls: readonly string[]) =>
  runProgram(process.execPath, ['--input-type=module', '--eval', PROGRAM, ...urls]);

/** A history node with one state of its index. */
async function historyWith(status: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const health = [
    { service: 'StateHistory', status: 'OK' },
    { service: 'Elasticsearch', status },
  ];
  const server = createServer((_request, response) => response.end(JSON.stringify({ health })));
  return { url: await listenOnLoopback(server), close: () => closeServer(server) };
}

describe('helm test', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({}, { shipPort: 0 });
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    await until(async () => (await history.get('/v2/health')).text.match(/"status":"OK"/g)?.length === 3);
    gateway = await startGateway([chain.url, history.url], undefined, LONG_NODE_TIMEOUTS);
    await until(async () => (await fetch(`${gateway.url}/mainnet/v2/health`)).ok);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  it('helm test succeeds for a gateway and its history node', async () => {
    const urls = [history.url, `${gateway.url}/mainnet`].map((url) => `${url}/v2/health`);
    const { code, output } = await smokeTest(gateway.url, ...urls);
    expect({ code, output }).toEqual({ code: 0, output });
    const asked = [
      ...['/health', '/v1/tools/get_chain_info', '/mcp'].map((one) => gateway.url + one),
      ...urls,
    ];
    for (const url of asked) expect(output).toContain(`${url} 200 `);
  });

  it.each(['Warning', 'Error'])(
    'helm test fails and names the index when its state is %s',
    async (status) => {
      const other = await historyWith(status);
      const { code, output } = await smokeTest(gateway.url, `${other.url}/v2/health`);
      await other.close();
      expect(code).toBe(1);
      expect(output).toContain(`${other.url}/v2/health: {"service":"Elasticsearch","status":"${status}"}`);
    },
  );

  it('helm test fails and names the history node when it does not answer', async () => {
    const { code, output } = await smokeTest(gateway.url, 'http://127.0.0.1:1/v2/health');
    expect(code).toBe(1);
    expect(output).toMatch(/http:\/\/127\.0\.0\.1:1\/v2\/health: .*(ECONNREFUSED|bad port)/);
  });
});
