import { once } from 'node:events';
import { systemClock } from '@app/operations';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { type ServedHistory, serveHistory } from '../../../apps/history/src/serve-history';
import { TailedStore } from '../../../apps/history/src/serving/tailed-store';
import {
  openHistoryReader,
  openHistoryWriter,
  openStoreTail,
} from '../../../apps/history/src/store/open-store';
import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import type { StoreTail } from '../../../apps/history/src/store/store-tail';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';
import { sharedPostgres } from '../../harness/process/postgres';
import { until } from '../../harness/until';

/** A tail whose reads begin when the spec allows them. */
class HeldTail implements StoreTail {
  release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => (this.release = resolve));

  constructor(private readonly tail: StoreTail) {}

  async changes(forks: number | undefined) {
    await this.#released;
    return this.tail.changes(forks);
  }

  nextCommit(timeoutMs: number) {
    return this.tail.nextCommit(timeoutMs);
  }

  close() {
    this.release();
    return this.tail.close();
  }
}

const HEAD = 10;
const FORK = 8;
const silent = pino({ level: 'silent' });

describe('forks before the first read of a database', () => {
  let writer: HistoryWriter;
  let reader: HistoryReader;
  let tail: HeldTail;
  let store: TailedStore;
  let served: ServedHistory;
  let client: Socket;
  /** Requests that wait for the first read. */
  let waiting = 0;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    const url = await postgres.createDatabase('late');
    writer = await openHistoryWriter(url);
    await writer.open(new Uint8Array(32));
    const made = new SampleBlocks();
    const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }];
    await writer.append([made.next([], { abis }), ...transfers(made, HEAD - 2, 1)], 2);
    reader = await openHistoryReader(url);
    tail = new HeldTail(await openStoreTail(url));
    store = new TailedStore('sample', tail, silent);
    served = await serveHistory(
      {
        reader,
        source: { chain: 'sample', version: '1.0.0', hasStream: true, status: () => store.status },
        clock: systemClock,
        chainUrl: undefined,
        events: {
          subscribe: (listener) => store.subscribe(listener),
          watched: () => {
            waiting += 1;
            return store.watched;
          },
        },
      },
      { host: '127.0.0.1', port: 0, logger: silent },
    );
    waiting = 0;
  });
  afterAll(async () => {
    client.disconnect();
    await served.close();
    await store.close();
    await reader.close();
    await writer.close();
  });

  const transfers = (made: SampleBlocks, count: number, amount: number) =>
    Array.from({ length: count }, () => made.next([[transferAction('alice', 'bob', `${amount}.0000 SYS`)]]));

  it('a server of a database sends a client the blocks of a fork that comes before its first read', async () => {
    const amounts = new Map<number, number>();
    const keep = (sent: { block_num: number; act: { data: { amount: number } } }) =>
      amounts.set(sent.block_num, sent.act.data.amount);
    client = io(served.url, { path: '/stream', transports: ['websocket'], forceNew: true });
    client.on(
      'message',
      ({ messages = [], message }: { messages?: Parameters<typeof keep>[0][]; message?: string }) => {
        messages.forEach(keep);
        if (typeof message === 'string') keep(JSON.parse(message) as Parameters<typeof keep>[0]);
      },
    );
    await once(client as unknown as NodeJS.EventEmitter, 'handshake');
    const answer = client.emitWithAck('action_stream_request', { contract: 'sys.token', start_from: 2 });
    // Either it waits, or it has read the blocks that the fork takes away.
    await until(() => waiting > 0 || amounts.has(HEAD));
    await writer.undoTo(FORK - 1);
    const replacing = new SampleBlocks();
    replacing.next();
    transfers(replacing, FORK - 3, 1);
    await writer.append(transfers(replacing, HEAD - FORK + 1, 2), 2);
    tail.release();
    expect(await answer).toMatchObject({ status: 'OK', currentBlockNum: HEAD });
    await writer.append(transfers(replacing, 1, 2), 2);
    await until(() => amounts.has(HEAD + 1));
    expect([...amounts.values()]).toEqual([
      ...Array.from({ length: FORK - 3 }, () => 1),
      ...Array.from({ length: HEAD - FORK + 2 }, () => 2),
    ]);
  });
});
