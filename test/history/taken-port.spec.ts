import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { systemClock } from '@app/operations';
import { StartupError } from '@app/program';
import { pino } from 'pino';
import { serveHistory } from '../../apps/history/src/serve-history';
import { MemoryHistory } from '../../apps/history/src/store/memory/memory-history';
import { MemoryReader } from '../../apps/history/src/store/memory/memory-reader';

it('the history node names HISTORY_PORT when its port is taken', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const status = () => ({ isConnected: false, nodeHeadNum: undefined, error: undefined });
  const started = serveHistory(
    {
      reader: new MemoryReader(new MemoryHistory()),
      source: { chain: 'sample', version: '1.0.0', hasStream: false, status },
      clock: systemClock,
      chainUrl: undefined,
    },
    { host: '127.0.0.1', port, logger: pino({ level: 'silent' }) },
  );
  const failure: unknown = await started.catch((error: unknown) => error);
  occupant.close();
  expect(failure).toBeInstanceOf(StartupError);
  expect(failure).toHaveProperty(
    'message',
    `HISTORY_PORT: port ${port} on 127.0.0.1 is taken: set HISTORY_PORT to a free one (HISTORY_PORT=0 picks one)`,
  );
});
