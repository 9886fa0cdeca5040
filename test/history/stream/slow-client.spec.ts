import { io, type Socket } from 'socket.io-client';
import { ClientBacklog } from '../../../apps/history/src/stream/client-backlog';
import { name, noteAction, SampleBlocks, TOKEN_ABI_BYTES } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { until } from '../../harness/until';

interface Sent {
  readonly block_num: number;
}
interface Connection {
  pause(): void;
  resume(): void;
}

const BUFFER = 20;
/** Larger than what the system buffers of a connection, divided by the blocks that are sent below. */
const TEXT = 'x'.repeat(200_000);

/** The connection below a client over a websocket. */
const connectionOf = (socket: Socket): Connection =>
  (socket.io.engine.transport as unknown as { ws: { _socket: Connection } }).ws._socket;

describe('slow clients of the stream', () => {
  let history: SampleHistory;
  let blocks: SampleBlocks;
  let slow: Socket;
  let other: Socket;

  beforeEach(async () => {
    blocks = new SampleBlocks();
    const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }];
    history = await SampleHistory.start([blocks.next([], { abis })], { streamBuffer: BUFFER });
    slow = io(history.url, { path: '/stream', transports: ['websocket'], reconnection: false });
    other = io(history.url, { path: '/stream', transports: ['websocket'], reconnection: false });
  });
  afterEach(async () => {
    slow.disconnect();
    other.disconnect();
    await history.close();
  });

  function received(socket: Socket): number[] {
    const nums: number[] = [];
    socket.on('message', ({ message }: { message?: string }) => {
      if (message !== undefined) nums.push((JSON.parse(message) as Sent).block_num);
    });
    return nums;
  }
  const subscribe = (socket: Socket): Promise<unknown> =>
    socket.emitWithAck('action_stream_request', { contract: 'sys.token', start_from: 0 });

  it('a client that does not read is disconnected with the reason, and others get every block', async () => {
    const [slowNums, otherNums] = [received(slow), received(other)];
    const reasons: string[] = [];
    const ends: string[] = [];
    slow.on('error', (reason: string) => reasons.push(reason));
    slow.on('disconnect', (reason) => ends.push(reason));
    await subscribe(slow);
    await subscribe(other);
    connectionOf(slow).pause();
    let sent = 0;
    const send = async (): Promise<void> => {
      await history.append([blocks.next([[noteAction('alice', TEXT)]])]);
      sent += 1;
      await until(() => otherNums.length === sent);
    };
    while (history.warnings.length === 0) await send();
    await send();
    connectionOf(slow).resume();
    await until(() => ends.length === 1);
    expect(reasons).toEqual([expect.stringMatching(/^the client reads too slowly: \d+ messages are unread/)]);
    expect(ends).toEqual(['io server disconnect']);
    expect(slowNums).toEqual(otherNums.slice(0, slowNums.length));
    expect(slowNums.length).toBeLessThan(sent);
    expect(otherNums).toHaveLength(sent);
    expect(history.warnings).toEqual([expect.stringContaining('stream client disconnected')]);
  });

  it('a client with a large block unread stays while another one reads the past, until the next block', async () => {
    const ends: string[] = [];
    slow.on('disconnect', (reason) => ends.push(reason));
    await subscribe(slow);
    await history.append([blocks.next([[noteAction('alice', 'past')]])]);
    const isTooLarge = jest.spyOn(ClientBacklog.prototype, 'isTooLarge', 'get').mockReturnValue(true);
    try {
      const modes: string[] = [];
      other.on('message', ({ mode = '' }: { readonly mode?: string }) => modes.push(mode));
      await other.emitWithAck('action_stream_request', { contract: 'sys.token', start_from: 1 });
      await until(() => modes.includes('history'));
      // A message behind one that would have ended the connection.
      const found = await slow.emitWithAck('cancel_stream_request', { reqUUID: 'none' });
      expect([found, ends]).toEqual([{ status: 'FAIL', reqUUID: 'none' }, []]);
      await history.append([blocks.next()]);
      await until(() => ends.length === 1);
    } finally {
      isTooLarge.mockRestore();
    }
  });
});
