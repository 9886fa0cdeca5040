import { io, type Socket } from 'socket.io-client';
import { name, noteAction, SampleBlocks, TOKEN_ABI_BYTES } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { until } from '../../harness/until';

const CLIENTS = 5;
/** Of 100 actions each. */
const PAGES = 20;

/** Behind the blocks that are read once for all clients. */
const RECENT = 80;

describe('the past of many clients', () => {
  let history: SampleHistory;
  let clients: Socket[];

  beforeAll(async () => {
    const made = new SampleBlocks();
    const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }];
    const notes = Array.from({ length: 100 }, (_note, index) => noteAction('alice', String(index)));
    history = await SampleHistory.start(
      [
        made.next([], { abis }),
        ...Array.from({ length: PAGES }, () => made.next([notes])),
        ...Array.from({ length: RECENT }, () => made.next()),
      ],
      { streamBuffer: 100 },
    );
    clients = Array.from({ length: CLIENTS }, () =>
      io(history.url, { path: '/stream', transports: ['websocket'], reconnection: false }),
    );
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await history.close();
    jest.restoreAllMocks();
  });

  it('the past of many clients is read page by page, and other work of the thread runs in between', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const pages = new Map<number, number>();
    const { actions } = MemoryReader.prototype;
    jest.spyOn(MemoryReader.prototype, 'actions').mockImplementation(function (this: MemoryReader, query) {
      pages.set(turn, (pages.get(turn) ?? 0) + 1);
      return actions.call(this, query);
    });
    let ended = 0;
    for (const client of clients) {
      client.on('message', ({ type }: { readonly type?: string }) => {
        if (type === 'history_end') ended += 1;
      });
      client.emit('action_stream_request', {
        ...{ contract: 'sys.token', start_from: 2, ignore_live: true },
        filters: [{ field: 'act.data.text', value: 'nothing' }],
      });
    }
    await until(() => ended === CLIENTS);
    isOver = true;
    expect([...pages.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(CLIENTS * PAGES);
    // A page begins before or after the count of its turn.
    expect(Math.max(...pages.values())).toBeLessThanOrEqual(2);
  });
});
