import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { StartupError } from '@app/program';
import { ServingHistory } from '../harness/history/serving-history';
import { HistoryProcess } from '../harness/process/history-process';
import { freePorts } from '../harness/process/ports';
import { sharedPostgres } from '../harness/process/postgres';
import { ModelChain } from '../harness/ship/model-chain';
import { ShipServer } from '../harness/ship/ship-server';

describe('the start of a history node on a port that is taken', () => {
  let occupant: Server;
  let port: number;

  beforeAll(async () => {
    occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    ({ port } = occupant.address() as AddressInfo);
  });
  afterAll(() => occupant.close());

  describe('as a process', () => {
    let ship: ShipServer;
    let history: HistoryProcess | undefined;

    beforeAll(async () => {
      const chain = new ModelChain();
      chain.extend(5);
      ship = await ShipServer.start(chain);
    });
    afterEach(() => history?.stop('SIGKILL'));
    afterAll(() => ship.close());

    it.each(['HISTORY_PORT', 'HISTORY_MANAGEMENT_PORT'])(
      'a history process ends with 1 and names %s when that port is taken',
      async (setting) => {
        history = new HistoryProcess({ HISTORY_SHIP_URL: ship.url, [setting]: String(port) });
        await expect(history.started()).rejects.toThrow('the process ended');
        expect(await history.exitCode()).toBe(1);
        expect(history.output).toContain(
          `The history node cannot start.\n${setting}: port ${port} on 127.0.0.1 is taken: set ${setting} to a free one (${setting}=0 picks one)\n`,
        );
        expect(history.output).not.toMatch(/^ +at /m);
      },
    );
  });

  it.each([
    ['HISTORY_PORT', 'HISTORY_MANAGEMENT_PORT'],
    ['HISTORY_MANAGEMENT_PORT', 'HISTORY_PORT'],
  ])('a history node closes its other port when %s is taken', async (taken, other) => {
    const database = await (await sharedPostgres()).createDatabase('taken_port');
    const otherPort = await freePorts();
    const started = ServingHistory.start(database, { [taken]: String(port), [other]: String(otherPort) });
    await expect(started).rejects.toThrow(StartupError);
    await expect(once(connect(otherPort, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  });
});
