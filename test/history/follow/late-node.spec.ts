import { HistoryProcess } from '../../harness/process/history-process';
import { freePorts } from '../../harness/process/ports';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const POLL_MS = 10;

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
};

describe('a history process that starts before its node', () => {
  let history: HistoryProcess;
  let readiness: () => Promise<Response>;
  let port: number;

  beforeEach(async () => {
    port = await freePorts(2);
    history = new HistoryProcess({
      HISTORY_SHIP_URL: `ws://127.0.0.1:${port}`,
      HISTORY_NAME: 'model',
      HISTORY_MANAGEMENT_PORT: String(port + 1),
    });
    readiness = () => fetch(`http://127.0.0.1:${port + 1}/readyz`);
    await history.url();
  });
  afterEach(() => history.stop('SIGKILL'));

  it('a history process that starts before its node is not ready, logs no error, and follows the node once it is there', async () => {
    await until(async () => (await (await readiness()).text()).includes('ECONNREFUSED'));
    const chain = new ModelChain();
    chain.extend(20);
    const server = await ShipServer.start(chain, { port });
    await until(async () => (await readiness()).ok);
    await history.stop('SIGTERM');
    await server.close();
    expect(history.output).not.toContain('"level":"error"');
  });

  it('warns once of a node that stays away', async () => {
    const warnings = (): number => history.output.split('"level":"warn"').length - 1;
    await until(async () => warnings() > 0);
    await until(async () => (await (await readiness()).text()).includes('ECONNREFUSED'));
    expect(history.output).toContain('the node cannot be reached');
    expect({ warnings: warnings(), hasErrors: history.output.includes('"level":"error"') }).toEqual({
      warnings: 1,
      hasErrors: false,
    });
  });
});
