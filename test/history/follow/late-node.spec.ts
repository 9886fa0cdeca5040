import { ManagedHistory } from '../../harness/process/managed-history';
import { freePorts } from '../../harness/process/ports';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

const POLL_MS = 50;

describe('a start before the node', () => {
  let history: ManagedHistory;
  let port: number;

  beforeAll(async () => {
    port = await freePorts();
    history = await ManagedHistory.start({
      HISTORY_SHIP_URL: `ws://127.0.0.1:${port}`,
      HISTORY_NAME: 'model',
    });
    await history.url();
  });
  afterAll(() => history.stop('SIGKILL'));

  it('a history process that starts before its node warns once while the node is away', async () => {
    const warnings = (): number => history.output.split('"level":"warn"').length - 1;
    await history.printed(/"level":"warn".*the node cannot be reached/);
    await until(
      async () => (await history.readiness()).checks['chain:model']!.detail.includes('ECONNREFUSED'),
      POLL_MS,
    );
    expect({ warnings: warnings(), hasErrors: history.output.includes('"level":"error"') }).toEqual({
      warnings: 1,
      hasErrors: false,
    });
  });

  it('a history process that starts before its node is not ready, and follows the node later', async () => {
    expect((await history.readiness()).ready).toBe(false);
    const chain = new ModelChain();
    chain.extend(20);
    const server = await ShipServer.start(chain, { port });
    await until(async () => (await history.readiness()).ready, POLL_MS);
    await history.stop('SIGTERM');
    await server.close();
    expect(history.output).not.toContain('"level":"error"');
  });
});
