import { bytesToHex, nameToValue } from '@app/antelope';
import { BLOCKS } from '../../../apps/history/src/routes/blocks/found-blocks';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import type { HistoryRange } from '../../../apps/history/src/store/queries';
import { followInto } from '../../harness/history/following';
import { useStoreLocations } from '../../harness/history/store-locations';
import { headerProducer } from '../../harness/ship/finality-blocks';
import { FinalityHeaders } from '../../harness/ship/finality-headers';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { SMALL_RANGES } from './support/small-ranges';

const SWITCH = 20;
const [A, B, C, D] = ['proda', 'prodb', 'prodc', 'prodd'].map((name) => headerProducer(nameToValue(name)));
/** The producer of the model, whose schedule has version 1. */
const EOSIO = {
  producerName: nameToValue('eosio'),
  authority: { threshold: 1, keys: [{ key: new Uint8Array(34), weight: 1 }] },
};

describe.each(useStoreLocations())('producers behind the switch to instant finality in %s', (_, locate) => {
  let chain: ModelChain;
  let headers: FinalityHeaders;
  let server: ShipServer;
  let reader: HistoryReader;
  let location: string;
  let count = 0;

  beforeEach(async () => {
    chain = new ModelChain();
    chain.slotsPerBlock = 3;
    headers = new FinalityHeaders(SWITCH, [EOSIO]);
    headers.proposals.set(30, [A!, B!, C!]);
    headers.proposals.set(60, [A!, C!, D!]);
    headers.proposals.set(62, [C!, D!]);
    chain.headerOf = headers.headerOf;
    server = await ShipServer.start(chain);
    location = await locate(`producers_${String(count++)}`);
  });
  afterEach(async () => {
    await reader.close();
    await server.close();
  });

  /** Follows to the head of the chain, and to that of a fork that the function makes. */
  async function follow(fork?: () => void): Promise<void> {
    const writer = await openHistoryWriter(location);
    const following = followInto(writer, server.url, { backfill: SMALL_RANGES });
    const untilHead = () =>
      following.until(async ({ lastBlockNum }) => {
        // Before it the tables may not be there.
        if (lastBlockNum === undefined) return false;
        const { blockNum, blockId } = chain.head;
        const stored = await writer.idOf(blockNum);
        return stored !== undefined && bytesToHex(stored) === bytesToHex(blockId);
      });
    await untilHead();
    fork?.();
    server.flush();
    await untilHead();
    await following.stop();
    await writer.close();
  }

  /** The answers are those of a node that keeps its whole finality core. */
  async function expectAnswers(): Promise<void> {
    const num = chain.head.blockNum;
    const { active } = headers.states.get(num)!;
    const activated = await reader.schedule({ kind: 'activated' });
    expect({ version: activated!.version, producers: activated!.producers }).toEqual({
      version: active.version,
      producers: active.producers.map(({ producerName, authority: { threshold, keys } }) => ({
        ...{ name: producerName, threshold },
        keys: keys.map(({ key, weight }) => ({ key: new Uint8Array(key), weight })),
      })),
    });
    const { byProducer, total } = await reader.missedBlocks({
      limit: 1,
      range: { fromBlock: SWITCH + 1, toBlock: num },
    });
    expect(total.relation).toBe('eq');
    // Headers behind the switch announce no schedule, whatever becomes active there.
    const { items } = await reader.answer(BLOCKS, {
      ...{ range: {}, order: 'asc', producers: [], skip: 0, limit: num, countUpTo: num },
    });
    const announcing = items.filter(({ announced }) => announced !== undefined);
    expect(announcing.map((block) => block.num)).toEqual([2]);
    expect(new Map(byProducer)).toEqual(headers.missed(SWITCH, num));
  }

  test('producers are those of a node, in a fill of several sessions, behind forks and after a restart', async () => {
    chain.extend(150, 100);
    await follow();
    reader = await openHistoryReader(location);
    await expectAnswers();
    expect((await reader.schedule({ kind: 'activated' }))!.version).toBe(4);
    await follow(() => {
      // Before the second proposal: the other branch proposes something else.
      headers.proposals.delete(60);
      headers.proposals.set(62, [B!, A!]);
      chain.fork(95, 60);
    });
    await expectAnswers();
    expect((await reader.schedule({ kind: 'activated' }))!.version).toBe(3);
    chain.extend(25);
    headers.proposals.set(chain.head.blockNum + 1, [D!]);
    chain.extend(25);
    await follow();
    await expectAnswers();
    expect((await reader.schedule({ kind: 'activated' }))!.version).toBe(4);
  });

  test('the empty slots before a store that begins in the middle are not known, those behind its first block are', async () => {
    // Before the switch: producers are known by the headers.
    chain.extend(SWITCH - 4);
    chain.firstNum = 10;
    await follow();
    reader = await openHistoryReader(location);
    expect(await reader.areProducersKnown()).toBe(true);
    const relationOf = async (range: HistoryRange) =>
      (await reader.missedBlocks({ limit: 1, range })).total.relation;
    const { timeMs } = (await reader.block(10))!;
    const ranges = [
      ...[{}, { toBlock: 12 }, { fromBlock: 10 }, { fromTimeMs: timeMs - 1 }],
      ...[{ fromBlock: 11 }, { fromTimeMs: timeMs }],
    ];
    expect(await Promise.all(ranges.map(relationOf))).toEqual(['gte', 'gte', 'gte', 'gte', 'eq', 'eq']);
  });

  test('the producers of a store that begins behind the switch are not known', async () => {
    chain.extend(60);
    chain.firstNum = 40;
    await follow();
    reader = await openHistoryReader(location);
    expect(await reader.schedule({ kind: 'activated' })).toBeUndefined();
    expect(await reader.areProducersKnown()).toBe(false);
    expect(await reader.missedBlocks({ limit: 1 })).toEqual({
      ...{ events: [], byProducer: new Map() },
      total: { value: 0, relation: 'gte' },
    });
  });
});
