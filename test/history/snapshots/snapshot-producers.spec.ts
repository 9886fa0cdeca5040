import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nameToValue } from '@app/antelope';
import { blockIdOf } from '@app/ship';
import { Derivation } from '../../../apps/history/src/derive/derivation';
import { stateBlockAt } from '../../../apps/history/src/derive/state-only-block';
import { openSnapshot, type Snapshot } from '../../../apps/history/src/snapshots/snapshot';
import { SnapshotError } from '../../../apps/history/src/snapshots/snapshot-error';
import { longOr } from '../../harness/long';
import {
  decodedOf,
  FinalityBlocks,
  headerProducer,
  type MadeBlock,
} from '../../harness/ship/finality-blocks';
import { finalityWishes } from '../../harness/ship/finality-wishes';
import { writtenSnapshot } from '../../harness/snapshots/written-snapshot';
import { smallContent } from './small-content';

const folder = mkdtempSync(path.join(tmpdir(), 'producers-'));
const file = path.join(folder, 'snapshot.bin');
afterAll(() => rmSync(folder, { recursive: true }));

const { state: STATE } = smallContent(8);
const FIRST = ['proda', 'prodb', 'prodc'].map((name) => headerProducer(nameToValue(name)));

/** The snapshot that a node makes behind a block. */
async function snapshotOf({ num, block, state }: MadeBlock, version = 8): Promise<Snapshot> {
  const { timestamp, scheduleVersion } = block;
  const written = { num, id: blockIdOf(block), timestamp, scheduleVersion, finality: state };
  writeFileSync(file, writtenSnapshot({ version, block: written, state: STATE, hasFinality: true }));
  return openSnapshot(file);
}

/** A derivation that begins with the snapshot, as the history node begins. */
function begun({ block }: Snapshot) {
  const derivation = new Derivation();
  const position = { blockNum: block.num, blockId: block.id };
  const first = derivation.derive(
    {
      ...{ head: position, lastIrreversible: position, thisBlock: position },
      block: { ...stateBlockAt(block.timestamp), scheduleVersion: block.scheduleVersion },
      ...{ traces: [], deltas: [] },
    },
    { isWhole: true, digest: new Uint8Array(32), policies: block.policies },
  );
  return { derivation, first };
}

function chainOf(wishes: Parameters<FinalityBlocks['next']>[0][]): FinalityBlocks {
  const chain = new FinalityBlocks();
  chain.legacy(nameToValue('eosio'), 3, { version: 4, producers: FIRST });
  chain.legacy(FIRST[0]!.producerName, 4);
  chain.switched(FIRST[0]!.producerName, 4, FIRST);
  for (const wish of wishes) chain.next(wish);
  return chain;
}

test('a history that begins with the snapshot of any block has the schedules of one that followed from the switch', async () => {
  await fc.assert(
    fc.asyncProperty(finalityWishes, fc.nat(), async (wishes, at) => {
      const { made } = chainOf(wishes);
      const place = 3 + (at % wishes.length);
      const whole = new Derivation();
      const all = made.map((each) => whole.derive(decodedOf(each)));
      const { derivation, first } = begun(await snapshotOf(made[place]!));
      const { active } = made[place]!.state!;
      expect(first.schedules.at(-1)).toMatchObject({ kind: 'activated', version: active.version });
      for (const [index, each] of made.slice(place + 1).entries()) {
        const { schedules, missedBlocks } = derivation.derive(decodedOf(each));
        const expected = all[place + 1 + index]!;
        expect([schedules, missedBlocks]).toEqual([expected.schedules, expected.missedBlocks]);
      }
    }),
    { numRuns: longOr(300, 40) },
  );
});

test('a snapshot of version 7 with instant finality has a block, and no producers that are known', async () => {
  const { made } = chainOf([{}, {}]);
  const snapshot = await snapshotOf(made.at(-1)!, 7);
  expect(snapshot.block).toEqual({
    ...{ num: made.at(-1)!.num, id: blockIdOf(made.at(-1)!.block) },
    ...{ timestamp: made.at(-1)!.block.timestamp, scheduleVersion: 0x80000000 },
  });
  expect(begun(snapshot).first).not.toHaveProperty('proposers');
});

test('a snapshot whose proposed producers are of no block is refused', async () => {
  const { made } = chainOf([{}, { producers: [FIRST[1]!] }, {}]);
  const last = made.at(-1)!;
  const state = {
    ...last.state!,
    proposed: { ...last.state!.proposed!, proposalTime: last.block.timestamp + 5 },
  };
  await expect(snapshotOf({ ...last, state })).rejects.toThrow(SnapshotError);
});
