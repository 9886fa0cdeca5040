import { EventEmitter, once } from 'node:events';
import { ManualClock } from '@app/operations';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { HistoryEvents } from '../../harness/history/history-events';
import { SampleBlocks } from '../../harness/history/sample-blocks';
import { until } from '../../harness/until';

/** A reader whose database is away while the spec says so. */
class LostReader extends MemoryReader {
  isAway = false;

  override status() {
    if (this.isAway) return Promise.reject(new StoreUnavailableError('the database does not answer'));
    return super.status();
  }
}

const eventsOf = (socket: Socket): EventEmitter => socket as unknown as EventEmitter;

/** Events of a store that no read has reached yet. */
class UnreadEvents extends HistoryEvents {
  isUnread = false;

  override watched(): Promise<void> {
    return this.isUnread ? new Promise(() => undefined) : super.watched();
  }
}

const MAX_REQUESTS = 50;

describe('streams of a database that is away', () => {
  let history: MemoryHistory;
  let reader: LostReader;
  let served: ServedHistory;
  let client: Socket;
  let lines: string[];
  const events = new UnreadEvents();

  beforeEach(async () => {
    history = new MemoryHistory();
    await history.open(new Uint8Array(32));
    const made = new SampleBlocks();
    await history.append([made.next(), made.next(), made.next()], 1);
    reader = new LostReader(history);
    lines = [];
    const source = {
      chain: 'sample',
      version: '1.0.0',
      hasStream: true,
      status: () => ({ isConnected: true, nodeHeadNum: 3, targetNum: 3, error: undefined }),
    };
    served = await serveHistory(
      { reader, source, clock: new ManualClock(0), chainUrl: undefined, events },
      { host: '127.0.0.1', port: 0, logger: pino({}, { write: (line) => lines.push(line) }) },
    );
    client = io(served.url, {
      path: '/stream',
      transports: ['websocket'],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: 10,
    });
  });
  afterEach(async () => {
    client.disconnect();
    await served.close();
    events.isUnread = false;
  });

  it('the stream server refuses requests while the store was never read, and counts those that wait', async () => {
    client.connect();
    await once(eventsOf(client), 'handshake');
    events.isUnread = true;
    const request = () => client.emitWithAck('action_stream_request', { start_from: 0 }) as Promise<unknown>;
    const waiting = Array.from({ length: MAX_REQUESTS }, request);
    expect(await request()).toEqual({ status: 'FAIL', reason: 'at most 50 requests of one client' });
    for (const answer of await Promise.all(waiting))
      expect(answer).toEqual({
        status: 'FAIL',
        reason: 'the history cannot be read now; try again later',
      });
    events.isUnread = false;
    expect(await request()).toMatchObject({ status: 'OK' });
  });

  it('the stream server closes new connections, which clients make again until the database is back', async () => {
    reader.isAway = true;
    const closed = once(eventsOf(client), 'disconnect');
    client.connect();
    expect((await closed)[0]).toBe('transport close');
    reader.isAway = false;
    const [greeting] = await once(eventsOf(client), 'handshake');
    expect(greeting).toMatchObject({ chain: 'sample' });
  });

  it('the stream server sends the next lib_update after one that could not be read', async () => {
    client.connect();
    await once(eventsOf(client), 'handshake');
    reader.isAway = true;
    events.committed(3, 2);
    await until(() => lines.some((line) => line.includes('lib_update not sent')));
    reader.isAway = false;
    const update = once(eventsOf(client), 'lib_update');
    events.committed(3, 3);
    expect((await update)[0]).toMatchObject({ block_num: 3 });
  });
});
