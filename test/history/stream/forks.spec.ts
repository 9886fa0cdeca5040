import { bytesToHex } from '@app/antelope';
import { io, type Socket } from 'socket.io-client';
import { FollowedHistory } from '../../harness/history/followed-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

interface Sent {
  readonly block_num: number;
  readonly block_id: string;
}
interface Fork {
  readonly chain_id: string;
  readonly starting_block: number;
  readonly ending_block: number;
  readonly new_id: string;
}
interface IrreversibleBlock {
  readonly block_num: number;
  readonly block_id: string;
}
interface Message {
  readonly event?: string;
  readonly type?: string;
  readonly messages?: readonly Sent[];
  readonly message?: string;
}

const POLL_MS = 5;

/** A client that keeps what the stream sent, without what a fork replaced. */
class StreamReader {
  entries: Sent[] = [];
  readonly forks: Fork[] = [];
  readonly socket: Socket;

  constructor(url: string) {
    this.socket = io(url, { path: '/stream', transports: ['websocket'] });
    this.socket.on('message', ({ type, messages, message }: Message) => {
      if (type === 'history_end') return;
      if (messages !== undefined) this.entries.push(...messages);
      if (message !== undefined) this.entries.push(JSON.parse(message) as Sent);
    });
    this.socket.on('fork_event', (fork: Fork) => {
      this.forks.push(fork);
      this.entries = this.entries.filter(({ block_num }) => block_num < fork.starting_block);
    });
  }

  subscribe(request: object): Promise<unknown> {
    return this.socket.emitWithAck('action_stream_request', {
      ...{ contract: 'eosio', action: 'onblock', account: 'eosio', filters: [], read_until: 0 },
      ...request,
    });
  }

  get ids(): string[] {
    return this.entries.map(({ block_id }) => block_id);
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

describe('streams of a chain that forks', () => {
  let chain: ModelChain;
  let server: ShipServer;
  let history: FollowedHistory;
  let reader: StreamReader;

  beforeEach(async () => {
    chain = new ModelChain();
    chain.extend(30, 20);
    server = await ShipServer.start(chain);
    history = await FollowedHistory.start(server.url);
    await hasHead();
    reader = new StreamReader(history.url);
  });
  afterEach(async () => {
    reader.socket.disconnect();
    await history.close();
    await server.close();
  });

  async function hasHead(): Promise<void> {
    const head = bytesToHex(chain.head.blockId);
    await history.until((id) => bytesToHex(id) === head);
  }
  /** Ids of the blocks from a number to the head. */
  const idsFrom = (num: number): string[] => chain.ids.slice(num - 1).map((id) => bytesToHex(id));
  const isSame = (num: number) => () => JSON.stringify(reader.ids) === JSON.stringify(idsFrom(num));

  it('fork_event names the undone blocks and the first new one, before the new blocks come', async () => {
    await reader.subscribe({ start_from: 25 });
    await reader.until(isSame(25));
    chain.fork(4, 6);
    server.flush();
    await reader.until(isSame(25));
    expect(reader.forks).toEqual([
      {
        chain_id: bytesToHex(chain.chainId!),
        starting_block: 27,
        ending_block: 30,
        new_id: bytesToHex(chain.positionOf(27).blockId),
      },
    ]);
  });

  it.each([
    ['the past, then new blocks', 2],
    ['new blocks only', 31],
  ])('a stream of %s has no gap and no overlap through forks of every depth', async (_title, first) => {
    await reader.subscribe({ start_from: first === 31 ? 0 : first });
    for (let depth = 1; depth <= 12; depth++) {
      chain.extend(depth + 1, 20);
      server.flush();
      chain.fork(depth, (depth % 3) + 1);
      server.flush();
      // Each second fork comes while the one before is being read.
      if (depth % 2 === 0) await reader.until(isSame(first));
    }
    await reader.until(isSame(first));
    expect(new Set(reader.ids).size).toBe(reader.ids.length);
  });

  it('a fork below the start of a stream sends nothing of before the start', async () => {
    await reader.subscribe({ start_from: 0 });
    chain.fork(5, 9);
    server.flush();
    await reader.until(isSame(31));
    expect(reader.forks).toHaveLength(1);
  });

  it('a stream of irreversible blocks sends none that a fork takes back', async () => {
    await reader.subscribe({ start_from: 2, irreversible_only: true });
    for (let depth = 1; depth <= 5; depth++) {
      chain.fork(depth, depth + 1);
      chain.extend(4, 8);
      server.flush();
    }
    const isComplete = (): boolean => reader.entries.at(-1)?.block_num === chain.irreversibleNum;
    const irreversible = idsFrom(2).slice(0, chain.irreversibleNum - 1);
    await reader.until(isComplete);
    expect(reader.ids).toEqual(irreversible);
  });

  it('lib_update comes once its block can be read as irreversible', async () => {
    const updates: IrreversibleBlock[] = [];
    const statuses: unknown[] = [];
    reader.socket.on('lib_update', (update: IrreversibleBlock) => {
      updates.push(update);
      void history
        .post('/v1/trace_api/get_block', { block_id: update.block_id })
        .then(({ json }) => statuses.push([json['number'], json['status']]));
    });
    await reader.subscribe({ start_from: 0 });
    for (let count = 0; count < 5; count++) {
      chain.extend(2, 8);
      server.flush();
      await reader.until(() => updates.at(-1)?.block_num === chain.irreversibleNum);
    }
    await reader.until(() => statuses.length === updates.length);
    expect(statuses).toEqual(updates.map(({ block_num }) => [block_num, 'irreversible']));
    expect(updates.map(({ block_id }) => block_id)).toEqual(
      updates.map(({ block_num }) => bytesToHex(chain.positionOf(block_num).blockId)),
    );
  });
});
