import { blockIdOf, type DecodedBlock, type SignedBlock } from '@app/ship';
import {
  claimOf,
  type HeaderProducer,
  type NodeState,
  nextState,
  producerBehind,
  switchedState,
} from './finality-node';
import { packedFinality } from './packed-finality';

const ZERO = new Uint8Array(32);
const INSTANT_FINALITY = 0x80000000;
const FINALITY_EXTENSION = 2;
const SCHEDULE_CHANGE = 1;

/** One key of weight 1, by a number. */
export const headerProducer = (producerName: bigint, fill = 1): HeaderProducer => ({
  producerName,
  authority: {
    threshold: 1,
    keys: [{ key: Uint8Array.of(0, 2, ...new Uint8Array(32).fill(fill)), weight: 1 }],
  },
});

/** A block that was made, with what a node knows behind it once finalizers are set. */
export interface MadeBlock {
  readonly num: number;
  readonly block: SignedBlock;
  readonly state: NodeState | undefined;
}

/** The block as a result of state history has it, without actions and rows. */
export function decodedOf({ num, block }: MadeBlock): DecodedBlock {
  const position = { blockNum: num, blockId: blockIdOf(block) };
  return { head: position, lastIrreversible: position, thisBlock: position, block, traces: [], deltas: [] };
}

/** A block to be made. `claim`: the block that it claims a certificate of, as the distance to it. */
export interface Wish {
  readonly slots?: number;
  readonly claim?: { readonly back: number; readonly isStrong: boolean };
  readonly producers?: readonly HeaderProducer[];
}

/** Makes blocks of a chain that switches to instant finality: headers as nodes have them, without transactions. */
export class FinalityBlocks {
  readonly made: MadeBlock[] = [];

  constructor(
    private readonly firstNum = 2,
    private slot = 12_000,
  ) {}

  get last(): MadeBlock | undefined {
    return this.made.at(-1);
  }

  /** A block before the switch, which may announce a schedule. */
  legacy(
    producer: bigint,
    scheduleVersion: number,
    announced?: { readonly version: number; readonly producers: readonly HeaderProducer[] },
  ): MadeBlock {
    this.slot += 1;
    const data = announced && packedSchedule(announced);
    return this.#add(producer, scheduleVersion, data && [{ type: SCHEDULE_CHANGE, data }]);
  }

  /** The block that sets finalizers, under the last schedule. */
  switched(producer: bigint, version: number, producers: readonly HeaderProducer[]): MadeBlock {
    this.slot += 1;
    const num = this.firstNum + this.made.length;
    const state = switchedState(num, this.slot, version, producers);
    const data = packedFinality({ qcClaim: { blockNum: num, isStrong: false } });
    return this.#add(producer, version, [{ type: FINALITY_EXTENSION, data }], state);
  }

  /** A block behind it. By default it claims a strong certificate of the block before. */
  next({ slots = 1, claim = { back: 1, isStrong: true }, producers }: Wish = {}): MadeBlock {
    const { state, num } = this.last ?? {};
    if (state === undefined || num === undefined) throw new Error('the chain has not switched');
    this.slot += slots;
    const producer = producerBehind(state, this.slot);
    const before = claimOf(state);
    const wished = { blockNum: num + 1 - claim.back, isStrong: claim.isStrong };
    const isOlder =
      wished.blockNum < before.blockNum ||
      (wished.blockNum === before.blockNum && before.isStrong && !wished.isStrong);
    const next = nextState(state, this.slot, isOlder ? before : wished, producers);
    const data = packedFinality(next.extension);
    return this.#add(producer, INSTANT_FINALITY, [{ type: FINALITY_EXTENSION, data }], next.state);
  }

  /** Takes the last blocks back. */
  undo(count: number): void {
    this.made.length -= count;
    this.slot = this.last?.block.timestamp ?? this.slot;
  }

  #add(
    producer: bigint,
    scheduleVersion: number,
    headerExtensions: SignedBlock['headerExtensions'] = [],
    state?: NodeState,
  ): MadeBlock {
    const { last } = this;
    const parent = new Uint8Array(32);
    new DataView(parent.buffer).setUint32(0, this.firstNum - 1);
    const block: SignedBlock = {
      ...{ timestamp: this.slot, producer, confirmed: 0, scheduleVersion, headerExtensions },
      previous: last === undefined ? parent : blockIdOf(last.block),
      ...{ transactionMroot: ZERO, actionMroot: ZERO, producerSignature: new Uint8Array(66) },
      ...{ transactions: [], blockExtensions: [] },
    };
    const made = { num: this.firstNum + this.made.length, block, state };
    this.made.push(made);
    return made;
  }
}

/** A header extension of kind 1, whose producers are packed as those that a policy adds. */
function packedSchedule({
  version,
  producers,
}: {
  readonly version: number;
  readonly producers: readonly HeaderProducer[];
}): Uint8Array {
  const one = (value: HeaderProducer): Uint8Array =>
    packedFinality({
      qcClaim: { blockNum: 0, isStrong: false },
      newProposerPolicy: {
        version,
        proposalTime: 0,
        producers: { removeIndexes: [], insertIndexes: [{ index: 0, value }] },
      },
      // Claim, two flags, version, time, two counts and an index come before the producer.
    }).subarray(5 + 2 + 4 + 4 + 2 + 2);
  const head = Buffer.alloc(5);
  head.writeUInt32LE(version);
  head[4] = producers.length;
  return new Uint8Array(Buffer.concat([head, ...producers.map(one)]));
}
