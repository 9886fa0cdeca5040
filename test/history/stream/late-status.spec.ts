import { EventEmitter, once } from 'node:events';
import { ManualClock } from '@app/operations';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import type { ActionQuery } from '../../../apps/history/src/store/queries';
import { HistoryEvents } from '../../harness/history/history-events';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';
import { until } from '../../harness/until';

/** A reader whose next status comes late: it was read before, and is answered when the spec says so. */
class LateReader extends MemoryReader {
  readonly late = new EventEmitter();
  isNextLate = false;
  readonly searches: ActionQuery[] = [];

  override async status() {
    const isLate = this.isNextLate;
    this.isNextLate = false;
    const status = await super.status();
    if (!isLate) return status;
    const released = once(this.late, 'release');
    this.late.emit('read');
    await released;
    return status;
  }

  override actions(query: ActionQuery) {
    this.searches.push(query);
    return super.actions(query);
  }
}

/** More blocks than those that all clients share. */
const HEAD = 100;
const FORK = 98;

describe('a late status of the store', () => {
  let history: MemoryHistory;
  let reader: LateReader;
  let served: ServedHistory;
  const events = new HistoryEvents();
  let client: Socket;

  const connect = async (): Promise<Socket> => {
    const socket = io(served.url, { path: '/stream', transports: ['websocket'], forceNew: true });
    await once(socket as unknown as EventEmitter, 'handshake');
    return socket;
  };
  const request = { contract: 'sys.token', start_from: 2 };
  const transfers = (made: SampleBlocks, count: number, amount: number) =>
    Array.from({ length: count }, () => made.next([[transferAction('alice', 'bob', `${amount}.0000 SYS`)]]));

  beforeEach(async () => {
    history = new MemoryHistory();
    await history.open(new Uint8Array(32));
    const made = new SampleBlocks();
    const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }];
    await history.append([made.next([], { abis }), ...transfers(made, HEAD - 2, 1)], 2);
    reader = new LateReader(history);
    const source = {
      chain: 'sample',
      version: '1.0.0',
      hasStream: true,
      status: () => ({ isConnected: true, nodeHeadNum: HEAD, targetNum: HEAD, error: undefined }),
    };
    served = await serveHistory(
      { reader, source, clock: new ManualClock(0), chainUrl: undefined, events },
      { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) },
    );
    client = await connect();
  });
  afterEach(async () => {
    client.disconnect();
    await served.close();
  });

  it('a stream sends every block of a fork that comes while the status is read', async () => {
    const blocks: number[] = [];
    const add = (text: string) => blocks.push((JSON.parse(text) as { block_num: number }).block_num);
    client.on(
      'message',
      ({ messages = [], message }: { messages?: { block_num: number }[]; message?: string }) => {
        blocks.push(...messages.map(({ block_num }) => block_num));
        if (typeof message === 'string') add(message);
      },
    );
    const read = once(reader.late, 'read');
    reader.isNextLate = true;
    const answer = client.emitWithAck('action_stream_request', request) as Promise<object>;
    await read;
    const forked = once(client as unknown as EventEmitter, 'fork_event');
    await history.undoTo(FORK - 1);
    events.undone(FORK - 1);
    const replacing = new SampleBlocks(FORK);
    const append = async (count: number) => {
      await history.append(transfers(replacing, count, 2), 2);
      events.committed(history.blocks.at(-1)!.block.num, 2);
    };
    await append(1);
    await forked;
    reader.late.emit('release');
    expect(await answer).toMatchObject({ status: 'OK', currentBlockNum: FORK });
    await until(() => blocks.includes(FORK));
    await append(3);
    await until(() => blocks.includes(FORK + 3));
    expect(blocks).toEqual(Array.from({ length: FORK + 1 }, (_unused, index) => index + 3));
  });

  it('a stream reads nothing for a client that leaves while the status is read', async () => {
    const read = once(reader.late, 'read');
    reader.isNextLate = true;
    client.emit('action_stream_request', { ...request, contract: 'left.token' });
    await read;
    client.disconnect();
    const connections = () =>
      new Promise<number>((resolve) => served.server.getConnections((_error, count) => resolve(count)));
    await until(async () => (await connections()) === 0);
    reader.late.emit('release');
    const other = await connect();
    const received = once(other as unknown as EventEmitter, 'message');
    await other.emitWithAck('action_stream_request', request);
    await received;
    other.disconnect();
    const contracts = reader.searches.map(({ filters = [] }) => filters[0]?.code);
    expect(contracts).not.toContain(name('left.token'));
  });
});
