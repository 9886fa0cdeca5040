import fc from 'fast-check';
import { nameToValue } from '@app/antelope';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { Derivation } from '../../../apps/history/src/derive/derivation';
import { slotTimeMs } from '../../../apps/history/src/derive/slots';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { longOr } from '../../harness/long';
import type { HeaderProducer } from '../../harness/ship/finality-node';
import {
  decodedOf,
  FinalityBlocks,
  headerProducer,
  type MadeBlock,
  type Wish,
} from '../../harness/ship/finality-blocks';
import { finalityWishes } from '../../harness/ship/finality-wishes';

const NAMES = ['proda', 'prodb', 'prodc', 'prodd', 'prode'].map(nameToValue);
const [A, B, C, D, E] = NAMES.map((name) => headerProducer(name)) as [
  HeaderProducer,
  HeaderProducer,
  HeaderProducer,
  HeaderProducer,
  HeaderProducer,
];
const EOSIO = nameToValue('eosio');
const FIRST = [A, B, C] as const;
const CHAIN_ID = new Uint8Array(32);

function derived(blocks: readonly MadeBlock[], derivation = new Derivation()): BlockWrites[] {
  return blocks.map((made) => derivation.derive(decodedOf(made)));
}

/** A chain whose schedule 4 is active at the switch, and a few blocks behind it. */
function switchedChain(slot?: number): FinalityBlocks {
  const chain = new FinalityBlocks(2, slot);
  chain.legacy(EOSIO, 3, { version: 4, producers: FIRST });
  chain.legacy(NAMES[0]!, 4);
  chain.switched(NAMES[0]!, 4, FIRST);
  return chain;
}

const namesOf = (producers: readonly { name: bigint }[]): bigint[] => producers.map(({ name }) => name);
const schedulesOf = (blocks: readonly BlockWrites[]) =>
  blocks.flatMap(({ block, schedules }) =>
    schedules.map(({ kind, version, producers }) => [block.num, kind, version, namesOf(producers)]),
  );

function chainOf(list: readonly Wish[], slot?: number): FinalityBlocks {
  const chain = switchedChain(slot);
  for (const each of list) chain.next(each);
  return chain;
}

/** The blocks from which on the policies are not known. */
const unknownOf = (blocks: readonly BlockWrites[]): number[] =>
  blocks.flatMap(({ block, proposers }) =>
    proposers !== undefined && proposers.policies === undefined ? [block.num] : [],
  );

describe('schedules with instant finality', () => {
  it('schedules are those of a node that keeps the whole finality core, at every block of any chain', () => {
    fc.assert(
      fc.property(finalityWishes, (list) => {
        const { made } = chainOf(list);
        const derivation = new Derivation();
        let active: readonly [number, readonly bigint[]] = [4, NAMES.slice(0, 3)];
        for (const each of made) {
          const writes = derivation.derive(decodedOf(each));
          const { schedules, block } = writes;
          expect(unknownOf([writes])).toEqual([]);
          const activated = schedules.findLast(({ kind }) => kind === 'activated');
          if (activated !== undefined) active = [activated.version, namesOf(activated.producers)];
          const { state } = each;
          if (state === undefined || block.scheduleVersion !== 0x80000000) continue;
          expect(active).toEqual([
            state.active.version,
            state.active.producers.map(({ producerName }) => producerName),
          ]);
          const proposed = schedules.find(({ kind }) => kind === 'proposed');
          const isProposal = state.proposed?.proposalTime === state.slot;
          expect(proposed?.version).toBe(isProposal ? state.proposed?.version : undefined);
        }
      }),
      { numRuns: longOr(2_000, 200) },
    );
  });

  it('schedules continue behind any block of a store as if the process had never stopped, and behind a fork', async () => {
    await fc.assert(
      fc.asyncProperty(finalityWishes, finalityWishes, fc.nat(), async (list, others, stop) => {
        const chain = chainOf(list);
        const whole = derived(chain.made);
        const history = new MemoryHistory();
        await history.open(CHAIN_ID);
        await history.append(whole, 0);
        const kept = 1 + (stop % chain.made.length);
        await history.undoTo(whole[kept - 1]!.block.num);
        const resumed = new Derivation();
        resumed.resume(await history.tail());
        expect(derived(chain.made.slice(kept), resumed)).toEqual(whole.slice(kept));
        if (chain.made[kept - 1]!.state === undefined) return;
        chain.undo(chain.made.length - kept);
        for (const each of others) chain.next(each);
        resumed.resume(await history.tail());
        expect(derived(chain.made.slice(kept), resumed)).toEqual(derived(chain.made).slice(kept));
      }),
      { numRuns: longOr(500, 40) },
    );
  });

  it('a proposal is active two turns later, with its keys, once its block is final', () => {
    const chain = switchedChain(11_998);
    chain.next({ producers: [B, D] });
    for (let count = 0; count < 24; count++) chain.next();
    expect(schedulesOf(derived(chain.made))).toEqual([
      [2, 'activated', 4, NAMES.slice(0, 3)],
      [5, 'proposed', 5, [NAMES[1], NAMES[3]]],
      [27, 'activated', 5, [NAMES[1], NAMES[3]]],
    ]);
    const [last] = derived(chain.made)
      .flatMap(({ schedules }) => schedules.slice(-1))
      .slice(-1);
    expect(last!.producers[1]).toEqual({
      ...{ name: NAMES[3], threshold: 1 },
      keys: D.authority.keys,
    });
  });

  it.each([
    [
      'waits for an older one that becomes final with it',
      12_024,
      [
        [39, 5],
        [51, 6],
      ],
    ],
    ['replaces an older one that becomes final with it a turn later', 12_036, [[51, 6]]],
  ])('a proposal of the turn behind another one %s', (_, weakUntil, activated) => {
    const chain = switchedChain(11_998);
    const weak = { claim: { back: 1, isStrong: false } };
    const until = (slot: number, wish = {}) => {
      while (chain.last!.block.timestamp < slot) chain.next(wish);
    };
    chain.next({ ...weak, producers: [B, D] });
    until(12_012, weak);
    chain.next({ ...weak, producers: [E] });
    until(weakUntil, weak);
    until(12_100);
    expect(unknownOf(derived(chain.made))).toEqual([]);
    expect(schedulesOf(derived(chain.made)).map(([num, kind, version]) => [num, kind, version])).toEqual([
      [2, 'activated', 4],
      [5, 'proposed', 5],
      [16, 'proposed', 6],
      ...activated.map(([num, version]) => [num, 'activated', version]),
    ]);
  });

  it('a proposal whose block is not final is not active', () => {
    const chain = switchedChain(11_998);
    chain.next({ producers: [B, D] });
    for (let count = 0; count < 100; count++) chain.next({ claim: { back: 1, isStrong: false } });
    expect(schedulesOf(derived(chain.made)).map(([, kind]) => kind)).toEqual(['activated', 'proposed']);
  });

  it('the switch drops a schedule that was announced and is not active: the active one is the newest again', () => {
    const chain = new FinalityBlocks();
    chain.legacy(EOSIO, 3, { version: 4, producers: FIRST });
    chain.legacy(NAMES[0]!, 4, { version: 5, producers: [D] });
    chain.switched(NAMES[0]!, 4, FIRST);
    chain.next({ producers: [E] });
    expect(schedulesOf(derived(chain.made))).toEqual([
      [2, 'activated', 4, NAMES.slice(0, 3)],
      [3, 'activated', 5, [NAMES[3]]],
      [5, 'activated', 4, NAMES.slice(0, 3)],
      [5, 'proposed', 5, [NAMES[4]]],
    ]);
  });

  it('empty slots of a turn that has begun are those of its schedule, and later ones those of the next', () => {
    const chain = switchedChain(11_998);
    chain.next({ producers: [B, D] });
    for (let count = 0; count < 20; count++) chain.next();
    const before = chain.last!.block.timestamp;
    chain.next({ slots: 20 });
    const missed = derived(chain.made).at(-1)!.missedBlocks;
    const turnEnd = 12 * Math.ceil((before + 1) / 12);
    const producerOf = (list: readonly bigint[], slot: number) => list[Math.floor(slot / 12) % list.length];
    const next = [NAMES[1]!, NAMES[3]!];
    expect(missed).toEqual([
      {
        ...{ producer: producerOf(NAMES.slice(0, 3), before + 1), size: turnEnd - before - 1 },
        ...{ scheduleVersion: 4, timeMs: slotTimeMs(before + 1) },
      },
      ...[turnEnd, turnEnd + 12]
        .filter((slot) => slot < before + 20)
        .map((slot) => ({
          ...{ producer: producerOf(next, slot), size: Math.min(slot + 12, before + 20) - slot },
          ...{ scheduleVersion: 5, timeMs: slotTimeMs(slot) },
        })),
    ]);
    expect(missed.map(({ size }) => size).reduce((sum, size) => sum + size, 0)).toBe(19);
  });
});

describe('schedules that are not known', () => {
  it('no schedules are derived in a store that begins behind the switch', () => {
    const chain = switchedChain();
    chain.next({ producers: [D] });
    for (let count = 0; count < 60; count++) chain.next({ slots: 3 });
    const blocks = derived(chain.made.slice(5));
    expect(blocks.flatMap(({ schedules, missedBlocks }) => [...schedules, ...missedBlocks])).toEqual([]);
    expect(blocks.some(({ proposers }) => proposers !== undefined)).toBe(false);
  });

  it('no missed blocks are derived behind a switch whose schedule was announced before the store', () => {
    const chain = switchedChain();
    for (let count = 0; count < 10; count++) chain.next({ slots: 3 });
    expect(derived(chain.made.slice(1)).flatMap(({ missedBlocks }) => missedBlocks)).toEqual([]);
  });

  it.each<[string, (chain: FinalityBlocks) => MadeBlock]>([
    [
      'of another producer than that of its slot',
      (chain) => {
        const made = chain.next();
        return { ...made, block: { ...made.block, producer: NAMES[4]! } };
      },
    ],
    [
      'whose finality extension cannot be read',
      (chain) => {
        const made = chain.next();
        const data = made.block.headerExtensions[0]!.data.subarray(0, 3);
        return { ...made, block: { ...made.block, headerExtensions: [{ type: 2, data }] } };
      },
    ],
    [
      'that removes a producer who is none',
      (chain) => {
        const made = chain.next({ producers: [A, B] });
        const data = Uint8Array.from(made.block.headerExtensions[0]!.data);
        // Claim, two flags, version, time and a count come before the first removed index.
        data[5 + 2 + 4 + 4 + 1] = 9;
        return { ...made, block: { ...made.block, headerExtensions: [{ type: 2, data }] } };
      },
    ],
  ])('a block %s ends what is known, and no later one begins it again', (_, make) => {
    const chain = switchedChain();
    chain.next();
    const odd = make(chain);
    for (let count = 0; count < 40; count++)
      chain.next({ slots: 2, producers: count === 3 ? [E] : undefined });
    const blocks = derived(chain.made.map((made) => (made.num === odd.num ? odd : made)));
    expect(unknownOf(blocks)).toEqual([odd.num]);
    const behind = blocks.filter(({ block }) => block.num >= odd.num);
    expect(behind.flatMap(({ schedules, missedBlocks }) => [...schedules, ...missedBlocks])).toEqual([]);
  });

  it('a schedule that keeps the producer of the genesis has a key that no block names', () => {
    const chain = new FinalityBlocks();
    const genesis = headerProducer(EOSIO);
    chain.legacy(EOSIO, 0);
    chain.switched(EOSIO, 0, [genesis]);
    chain.next({ slots: 30 });
    const other = chain.next({ producers: [genesis, A] });
    expect(unknownOf(derived(chain.made))).toEqual([other.num]);
    chain.undo(1);
    chain.next({ producers: [A, B] });
    for (let count = 0; count < 40; count++) chain.next({ slots: 2 });
    const blocks = derived(chain.made);
    expect(unknownOf(blocks)).toEqual([]);
    expect(schedulesOf(blocks).map(([, ...rest]) => rest)).toEqual([
      ['proposed', 1, NAMES.slice(0, 2)],
      ['activated', 1, NAMES.slice(0, 2)],
    ]);
    // Under the schedule of the genesis no producer misses a block.
    expect(blocks[2]!.missedBlocks).toEqual([]);
  });
});
