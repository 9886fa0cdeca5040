import { HistoryProcess } from '../../harness/process/history-process';
import { freePorts } from '../../harness/process/ports';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

const POLL_MS = 50;

describe('a start before the node', () => {
  let history: HistoryProcess;
  let readiness: () => Promise<Response>;
  let port: number;

  beforeAll(async () => {
    port = await freePorts(2);
    history = new HistoryProcess({
      HISTORY_SHIP_URL: `ws://127.0.0.1:${port}`,
      HISTORY_NAME: 'model',
      HISTORY_MANAGEMENT_PORT: String(port + 1),
    });
    readiness = () => fetch(`http://127.0.0.1:${port + 1}/readyz`);
    await history.url();
  });
  afterAll(() => history.stop('SIGKILL'));

  it('a history process that starts before its node warns once while the node is away', async () => {
    const warnings = (): number => history.output.split('"level":"warn"').length - 1;
    await history.printed(/"level":"warn".*the node cannot be reached/);
    await until(async () => (await (await readiness()).text()).includes('ECONNREFUSED'), POLL_MS);
    expect({ warnings: warnings(), hasErrors: history.output.includes('"level":"error"') }).toEqual({
      warnings: 1,
      hasErrors: false,
    });
  });

  it('a history process that starts before its node is not ready, and follows the node later', async () => {
    expect((await readiness()).ok).toBe(false);
    const chain = new ModelChain();
    chain.extend(20);
    const server = await ShipServer.start(chain, { port });
    await until(async () => (await readiness()).ok, POLL_MS);
    await history.stop('SIGTERM');
    await server.close();
    expect(history.output).not.toContain('"level":"error"');
  });
});
