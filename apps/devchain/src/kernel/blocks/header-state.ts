import { bytesToHex } from '@app/antelope';
import { PROTOCOL_FEATURES } from '../protocol-features';
import type { BlockHeaderStateRecord, BlockRecord, ProducerScheduleRecord } from '../records';
import type { ReversibleBlock } from './block-chain';
import { scheduleDigest } from './producer-schedule';

/** What nodes tell of a block that can still be replaced. */
export function headerStateRecord(
  block: BlockRecord,
  { blockrootMerkle }: ReversibleBlock,
  { active, pending }: { active: ProducerScheduleRecord; pending?: ProducerScheduleRecord },
  finalityDepth: number,
): BlockHeaderStateRecord {
  const { activeNodes, nodeCount } = blockrootMerkle;
  const irreversible = Math.max(1, block.num - finalityDepth);
  const { producer } = block.header;
  return {
    block,
    dposProposedIrreversibleBlockNum: block.num,
    dposIrreversibleBlockNum: irreversible,
    activeSchedule: active,
    blockrootMerkle: { activeNodes: activeNodes.map((node) => bytesToHex(node)), nodeCount },
    producerToLastProduced: [[producer, block.num]],
    producerToLastImpliedIrreversible: [[producer, irreversible]],
    confirmCount: [],
    pendingSchedule: {
      scheduleLibNum: 0,
      scheduleHash: scheduleDigest(pending ?? active).toString('hex'),
      schedule: pending ?? { version: active.version, producers: [] },
    },
    protocolFeatures: PROTOCOL_FEATURES.map(({ digest }) => digest),
  };
}
