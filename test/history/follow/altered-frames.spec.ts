import { nameToValue } from '@app/antelope';
import {
  type ContractRow,
  decodeDeltas,
  decodeResult,
  encodeDeltas,
  encodeResult,
  encodeRow,
} from '@app/ship';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { followInto, startFollowing, type Following } from '../../harness/history/following';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { allOr, longOr } from '../../harness/long';
import { Seeded } from '../../harness/seeded';
import { flippingBits } from '../../harness/ship/hostile-frames';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { type BlockSource, ShipServer } from '../../harness/ship/ship-server';

/** Part of the messages in which the server changes a bit. */
const ALTERED = 0.3;
/** Refused messages after which the server is replaced by an honest one. */
const REFUSALS = 25;
const SEEDS = Array.from({ length: longOr(40, allOr(4, 1)) }, (_, index) => index + 1);

const WITHOUT_ORDER = { actionOrdinal: 0, creatorActionOrdinal: 0 };

/**
 * The part of a store that headers prove: all of the blocks and transactions; of the actions all but the RAM that they
 * used and the order in which they were sent. The implicit eosio::onblock, alone without a signature here, has no receipt in
 * the block: its usage is not proven.
 */
const provenPart = ({ store }: Following) =>
  store.blocks.map(({ block, actions, ...writes }) => {
    const transactions = writes.transactions.map((transaction) =>
      transaction.signatures.length === 0 ? { ...transaction, ...WITHOUT_USAGE } : transaction,
    );
    return {
      block: { ...block, ...usageOf(transactions) },
      transactions,
      actions: actions.map((action) => ({
        ...action,
        ...WITHOUT_ORDER,
        ramDeltas: [],
        receipts: action.receipts.map((receipt) => ({ ...receipt, ...WITHOUT_ORDER })),
      })),
    };
  });

const WITHOUT_USAGE = { cpuUsageUs: 0, netUsageWords: 0 };

const usageOf = (transactions: readonly { cpuUsageUs: number; netUsageWords: number }[]) => ({
  cpuUsageUs: transactions.reduce((sum, { cpuUsageUs }) => sum + cpuUsageUs, 0),
  netUsageWords: transactions.reduce((sum, { netUsageWords }) => sum + netUsageWords, 0),
});

describe('a follower of a node that changes bits of its messages', () => {
  const chain = new RecordedChain();
  const { head } = chain.last;
  let honest: ReturnType<typeof provenPart>;

  beforeAll(async () => {
    const server = await ShipServer.start(chain);
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === head.blockNum);
    honest = provenPart(following);
    await following.stop();
    await server.close();
  });

  it.each(SEEDS)(
    'nothing that was changed is stored, and the follower continues at an honest node (seed %d)',
    async (seed) => {
      const random = new Seeded(seed);
      const hostile = await ShipServer.start(chain);
      hostile.tamper = flippingBits(() => random.integer(2 ** 31) / 2 ** 31, ALTERED);
      const following = startFollowing(hostile.url, { batchBlocks: 5, credits: 10, silenceMs: 200 });
      await following.until(({ refusals, hasEnded }) => refusals >= REFUSALS || hasEnded);
      const { port } = hostile;
      await hostile.close();
      expect(following.status.hasEnded).toBe(false);
      const stored = provenPart(following);
      expect(stored).toEqual(honest.slice(0, stored.length));

      const server = await ShipServer.start(chain, { port });
      await following.until(({ lastBlockNum, hasEnded }) => lastBlockNum === head.blockNum || hasEnded);
      expect(following.status).toMatchObject({ hasEnded: false, error: undefined, isReady: true });
      expect(provenPart(following)).toEqual(honest);
      await following.stop();
      await server.close();
    },
  );

  it.each(SEEDS)(
    'a follower that has an honest server beside it continues there by itself (seed %d)',
    async (seed) => {
      const random = new Seeded(seed);
      const hostile = await ShipServer.start(chain);
      hostile.tamper = flippingBits(() => random.integer(2 ** 31) / 2 ** 31, ALTERED);
      const server = await ShipServer.start(chain);
      const following = startFollowing(hostile.url, {
        otherUrls: [server.url],
        ...{ batchBlocks: 5, credits: 10, silenceMs: 200 },
      });
      await following.until(({ lastBlockNum, hasEnded }) => lastBlockNum === head.blockNum || hasEnded);
      expect(following.status).toMatchObject({ hasEnded: false, error: undefined, isReady: true, server: 2 });
      expect(following.status.refusals).toBeGreaterThan(0);
      expect(provenPart(following)).toEqual(honest);
      await following.stop();
      await Promise.all([hostile.close(), server.close()]);
    },
  );

  it('a follower leaves a server whose rows, which nothing proves, its store refuses', async () => {
    const hostile = await ShipServer.start(chain);
    hostile.tamper = withRow(REFUSED_ROW);
    const server = await ShipServer.start(chain);
    const following = followInto(new ChoosyHistory(), hostile.url, { otherUrls: [server.url] });
    await following.until(({ lastBlockNum, hasEnded }) => lastBlockNum === head.blockNum || hasEnded);
    expect(following.status).toMatchObject({ hasEnded: false, error: undefined, server: 2 });
    expect(provenPart(following)).toEqual(honest);
    await following.stop();
    await Promise.all([hostile.close(), server.close()]);
  });

  it('a follower leaves a server that sends old blocks slower than the chain makes new ones', async () => {
    const { source, drip } = dripping(chain);
    const slow = await ShipServer.start(source);
    const timer = setInterval(() => {
      drip();
      slow.flush();
    }, 700);
    const whole = await ShipServer.start(chain);
    const following = startFollowing(slow.url, {
      otherUrls: [whole.url],
      standstillMs: 2_000,
      silenceMs: 200,
    });
    await following.until(({ lastBlockNum }) => lastBlockNum === head.blockNum);
    expect(slow.sent).toBeGreaterThan(2);
    expect(following.status.server).toBe(2);
    expect(provenPart(following)).toEqual(honest);
    clearInterval(timer);
    await following.stop();
    await Promise.all([slow.close(), whole.close()]);
  });

  it('a follower leaves a server whose head stands still while another one has more, and one that is lost', async () => {
    const few = await ShipServer.start(upTo(chain, head.blockNum - 10));
    const whole = await ShipServer.start(chain);
    const following = startFollowing(few.url, { otherUrls: [whole.url], standstillMs: 300, silenceMs: 50 });
    await following.until(({ lastBlockNum }) => lastBlockNum === head.blockNum);
    expect(following.status.server).toBe(2);
    expect(provenPart(following)).toEqual(honest);
    await whole.close();
    await following.until(({ server, isConnected }) => server === 2 && !isConnected);
    expect(following.status.hasEnded).toBe(false);
    await following.stop();
    await few.close();
  });
});

/** A row that a store of these specs does not take. */
const REFUSED_ROW: ContractRow = {
  ...{ code: nameToValue('eosio'), scope: 0n, table: nameToValue('refused') },
  ...{ primaryKey: 0n, payer: 0n, value: new Uint8Array() },
};

class ChoosyHistory extends MemoryHistory {
  override async append(blocks: readonly BlockWrites[], irreversibleNum: number): Promise<void> {
    if (blocks.some(({ deltas }) => deltas.some(({ table }) => table === REFUSED_ROW.table)))
      throw new Error('NOT NULL constraint failed');
    return super.append(blocks, irreversibleNum);
  }
}

/** Sends each block with one more row. */
const withRow =
  (row: ContractRow): ShipServer['tamper'] =>
  (frame, socket) => {
    const result = decodeResult(frame);
    if (result.type === 'get_blocks_result_v0' && result.deltas !== undefined) {
      const rows = [{ present: 1, data: encodeRow('contract_row', row) }];
      const deltas = [...decodeDeltas(result.deltas), { version: 0 as const, name: 'contract_row', rows }];
      socket.send(encodeResult({ ...result, deltas: encodeDeltas(deltas) }));
    } else socket.send(frame);
  };

/** The same chain, of which a server sends a block from time to time, and calls it its head. */
function dripping(chain: RecordedChain): { readonly source: BlockSource; readonly drip: () => void } {
  let allowed = 1;
  let sent = 0;
  let { head } = chain.status();
  const source: BlockSource = {
    status: () => ({ ...chain.status(), head, lastIrreversible: head }),
    open: (request) => {
      const next = chain.open(request);
      return () => {
        const result = sent < allowed ? next() : undefined;
        if (result?.thisBlock === undefined) return undefined;
        sent += 1;
        head = result.thisBlock;
        return { ...result, head, lastIrreversible: head };
      };
    },
  };
  return { source, drip: () => (allowed += 1) };
}

/** The same chain, of which a server knows the first blocks alone. */
const upTo = (chain: RecordedChain, last: number): BlockSource => ({
  status: () => {
    const status = chain.status();
    return { ...status, head: { ...status.head, blockNum: last } };
  },
  open: (request) => {
    const next = chain.open(request);
    let isOver = false;
    return () => {
      const result = isOver ? undefined : next();
      isOver ||= (result?.thisBlock?.blockNum ?? 0) > last;
      return isOver ? undefined : result;
    };
  },
});
