import { decodeDeltas, decodeResult, encodeDeltas, encodeResult } from '@app/ship';
import type { FollowOptions } from '../../../apps/history/src/follow/follow-options';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryWriter } from '../../../apps/history/src/store/port';
import { FollowedHistory } from '../../harness/history/followed-history';
import { followInto, type Following } from '../../harness/history/following';
import { copyDictionaries, tablesOf } from '../../harness/history/store-tables';
import { useStoreLocations } from '../../harness/history/store-locations';
import { snapshotChain } from '../../harness/ship/recorded-chain';
import { recordedBlocks, statusOfRecording } from '../../harness/ship/recorded-source';
import { ShipServer, type Tamper } from '../../harness/ship/ship-server';

const STATE_BLOCK = 991;
const LAST_BLOCK = recordedBlocks('snapshot').at(-1)!.thisBlock!.blockNum;
/** Each message is taken while it arrives, and the state in many parts. */
const IN_PARTS = { largeBytes: 1, statePartRows: 7 } as const;

/** The first half of the bytes of the state has more. */
const SOME_ROWS = 20;

const numOf = (frame: Uint8Array): number | undefined => {
  const result = decodeResult(frame);
  return result.type === 'get_blocks_result_v0' ? result.thisBlock?.blockNum : undefined;
};

/** Sends the first bytes of the state, and breaks the connection: once for each of these lengths. */
function breakingAt(server: ShipServer, lengths: number[]): Tamper {
  return (frame, socket) => {
    const length = numOf(frame) === STATE_BLOCK ? lengths.shift() : undefined;
    if (length === undefined) return socket.send(frame);
    server.isSilent = true;
    socket.send(frame.subarray(0, length), { fin: false }, () => {
      server.isSilent = false;
      server.disconnect();
    });
  };
}

/**
 * Sends the first half of the state, and nothing more.
 * @returns sends the rest of it, and the blocks behind it
 */
function holdingBack(server: ShipServer): () => void {
  let finish = (): void => undefined;
  server.tamper = (frame, socket) => {
    if (numOf(frame) !== STATE_BLOCK) return socket.send(frame);
    server.isSilent = true;
    const half = Math.floor(frame.length / 2);
    socket.send(frame.subarray(0, half), { fin: false });
    finish = () => {
      socket.send(frame.subarray(half));
      server.isSilent = false;
      server.flush();
    };
  };
  return () => finish();
}

/** The state with the rows of each table in the opposite order: that of another node. */
function reversed(frame: Uint8Array): Uint8Array {
  const result = decodeResult(frame);
  if (result.type !== 'get_blocks_result_v0') return frame;
  const tables = decodeDeltas(result.deltas!).map((table) => ({ ...table, rows: table.rows.toReversed() }));
  return encodeResult({ ...result, deltas: encodeDeltas(tables) });
}

const LOCATIONS = useStoreLocations();

describe.each(LOCATIONS)('the state of a snapshot that is loaded in parts into %s', (_, locate) => {
  let server: ShipServer;
  let expected: { readonly location: string; readonly tables: object };
  let count = 0;

  beforeAll(async () => {
    server = await ShipServer.start(snapshotChain(statusOfRecording('snapshot')));
    const location = await locate('whole_state');
    await follow(location, {});
    expected = { location, tables: await tablesOf(location) };
  });
  beforeEach(() => {
    server.tamper = (frame, socket) => socket.send(frame);
  });
  afterAll(() => server.close());

  /** A store whose numbers of names are those of the expected one. */
  async function prepared(): Promise<string> {
    const location = await locate(`parts_${String(count++)}`);
    const writer = await openHistoryWriter(location);
    await writer.open(statusOfRecording('snapshot').chainId!);
    await writer.close();
    await copyDictionaries(expected.location, location);
    return location;
  }

  async function whileFollowing<T>(
    location: string,
    options: Partial<FollowOptions>,
    work: (following: Following<HistoryWriter>) => Promise<T>,
  ): Promise<T> {
    const writer = await openHistoryWriter(location);
    const following = followInto(writer, server.url, options);
    const result = await work(following);
    await following.stop();
    await writer.close();
    return result;
  }

  const follow = (location: string, options: Partial<FollowOptions>): Promise<string[]> =>
    whileFollowing(location, options, async ({ until, logs }) => {
      await until(({ lastBlockNum }) => lastBlockNum === LAST_BLOCK);
      return logs;
    });

  it('the store has the same rows in all tables as when it takes the state as a whole', async () => {
    const location = await prepared();
    const logs = await follow(location, IN_PARTS);
    expect(await tablesOf(location)).toEqual(expected.tables);
    expect(logs).toEqual([]);
  });

  it('the store has the same rows when the connection is lost several times within the state', async () => {
    const location = await prepared();
    const { length } = recordedBlocks('snapshot')[0]!.deltas!;
    const lengths = [0.1, 0.5, 0.9, 0.96].map((part) => Math.floor(part * length));
    server.tamper = breakingAt(server, lengths);
    const writer = await openHistoryWriter(location);
    const loadPart = jest.spyOn(writer, 'loadPart');
    const following = followInto(writer, server.url, IN_PARTS);
    await following.until(({ lastBlockNum }) => lastBlockNum === LAST_BLOCK);
    await following.stop();
    await writer.close();
    expect(lengths).toEqual([]);
    expect(await tablesOf(location)).toEqual(expected.tables);
    // Each part is written once: another attempt continues behind those that are stored.
    const parts = loadPart.mock.calls.map(([, load]) => load.parts);
    expect(parts).toEqual(Array.from({ length: parts.length }, (_part, index) => index + 1));
  });

  it('the store has the rows once when another node has the same state in another order', async () => {
    const location = await prepared();
    const { length } = recordedBlocks('snapshot')[0]!.deltas!;
    let attempts = 0;
    const breaking = breakingAt(server, [Math.floor(length / 2)]);
    server.tamper = (frame, socket) => {
      if (numOf(frame) !== STATE_BLOCK) return socket.send(frame);
      attempts += 1;
      breaking(attempts === 1 ? reversed(frame) : frame, socket);
    };
    await follow(location, IN_PARTS);
    // The second one finds that the parts of the first are others, and removes them.
    expect(attempts).toBe(3);
    expect(await tablesOf(location)).toEqual(expected.tables);
  });

  it('a reader answers nothing but the progress while the state is loaded', async () => {
    const location = await prepared();
    const finish = holdingBack(server);
    const reader = await openHistoryReader(location);
    await whileFollowing(location, IN_PARTS, async ({ until }) => {
      const { loading } = await until((status) => (status.loading?.rows ?? 0) > SOME_ROWS);
      expect(loading!.remainingRows).toBeGreaterThan(0);
      const status = await reader.status();
      expect(status).toMatchObject({ head: undefined, loading: { blockNum: STATE_BLOCK } });
      await expect(reader.permissions(1n, 1)).rejects.toThrow('the state of block 991 is being loaded');
      await expect(reader.deltas({ order: 'asc', skip: 0, limit: 10, countUpTo: 10 })).rejects.toThrow(
        'rows are stored',
      );
      finish();
      await until(({ lastBlockNum }) => lastBlockNum === LAST_BLOCK);
    });
    expect((await reader.status()).loading).toBeUndefined();
    expect(await reader.permissions(1n, 1)).toEqual([]);
    await reader.close();
  });

  it('a store that begins with another block than the one that was loaded has nothing of that', async () => {
    const location = await prepared();
    holdingBack(server);
    await whileFollowing(location, IN_PARTS, ({ until }) =>
      until((status) => (status.loading?.rows ?? 0) > SOME_ROWS),
    );
    server.isSilent = false;
    const firstBlock = LAST_BLOCK - 5;
    await follow(location, { firstBlock });
    const fresh = await prepared();
    await follow(fresh, { firstBlock });
    expect(await tablesOf(location)).toEqual(await tablesOf(fresh));
  });
});

test('routes answer 503 with the progress while the state is loaded, and /v2/health shows it', async () => {
  const server = await ShipServer.start(snapshotChain(statusOfRecording('snapshot')));
  holdingBack(server);
  const history = await FollowedHistory.start(server.url, { follow: IN_PARTS });
  await history.following.until((status) => (status.loading?.rows ?? 0) > SOME_ROWS);
  for (const path of [
    '/v2/state/get_tokens?account=bob',
    '/v2/state/get_proposals',
    '/v2/history/get_actions',
  ]) {
    const { status, json } = await history.get(path);
    expect([path, status, JSON.stringify(json)]).toEqual([
      path,
      503,
      expect.stringContaining('the state of block 991 is being loaded'),
    ]);
  }
  const { health } = await history.read<{ health: { service_data?: { loading?: object } }[] }>('/v2/health');
  expect(health[2]!.service_data!.loading).toEqual({
    block_num: STATE_BLOCK,
    rows: expect.any(Number),
    remaining_rows: expect.any(Number),
    remaining_seconds: expect.any(Number),
  });
  await history.close();
  await server.close();
});
