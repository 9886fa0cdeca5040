import type { BlockHeader } from '@app/ship';
import {
  type HeaderProducer,
  nextState,
  type NodeState,
  producerBehind,
  switchedState,
} from './finality-node';
import { packedFinality } from './packed-finality';

const INSTANT_FINALITY = 0x80000000;
const FINALITY_EXTENSION = 2;

/** The headers of a chain that switches to instant finality: each claims a strong certificate of the block before. */
export class FinalityHeaders {
  readonly states = new Map<number, NodeState>();
  /** By the block that proposes them. */
  readonly proposals = new Map<number, readonly HeaderProducer[]>();

  constructor(
    private readonly switchNum: number,
    private readonly first: readonly HeaderProducer[],
  ) {}

  readonly headerOf = (header: BlockHeader, num: number): BlockHeader => {
    if (num < this.switchNum) return header;
    const { timestamp, scheduleVersion } = header;
    if (num === this.switchNum) {
      this.states.set(num, switchedState(num, timestamp, scheduleVersion, this.first));
      const data = packedFinality({ qcClaim: { blockNum: num, isStrong: false } });
      return { ...header, headerExtensions: [{ type: FINALITY_EXTENSION, data }] };
    }
    const before = this.states.get(num - 1)!;
    const claim = { blockNum: num - 1, isStrong: true };
    const { state, extension } = nextState(before, timestamp, claim, this.proposals.get(num));
    this.states.set(num, state);
    return {
      ...header,
      producer: producerBehind(before, timestamp),
      scheduleVersion: INSTANT_FINALITY,
      headerExtensions: [{ type: FINALITY_EXTENSION, data: packedFinality(extension) }],
    };
  };

  /** The empty slots between the blocks `from` and `to`, by the producer whom a node would take a block of then. */
  missed(from: number, to: number): Map<bigint, number> {
    const sums = new Map<bigint, number>();
    for (let num = from; num < to; num++) {
      const before = this.states.get(num)!;
      for (let slot = before.slot + 1; slot < this.states.get(num + 1)!.slot; slot++) {
        const producer = producerBehind(before, slot);
        sums.set(producer, (sums.get(producer) ?? 0) + 1);
      }
    }
    return sums;
  }
}
