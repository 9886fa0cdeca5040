import { bytesToHex } from '@app/antelope';
import { PROTOCOL_FEATURES } from '../state/protocol-features';
import type { BlockHeaderStateRecord, BlockRecord } from './block-record';
import type { ProducerRecord } from './producer-record';
import { scheduleDigest } from './producer-schedule';
import type { ReversibleBlock } from './reversible-block';

/** The header state of a reversible block, produced by `signer`. */
export function headerStateRecord(
  block: BlockRecord,
  { blockrootMerkle, schedules: { active, pending, announcedNum } }: ReversibleBlock,
  { signer, irreversibleNum }: { signer: ProducerRecord; irreversibleNum: number },
): BlockHeaderStateRecord {
  const { activeNodes, nodeCount } = blockrootMerkle;
  return {
    block,
    dposProposedIrreversibleBlockNum: block.num,
    dposIrreversibleBlockNum: irreversibleNum,
    activeSchedule: active,
    blockrootMerkle: { activeNodes: activeNodes.map((node) => bytesToHex(node)), nodeCount },
    producerToLastProduced: [[signer.producer, block.num]],
    producerToLastImpliedIrreversible: [[signer.producer, irreversibleNum]],
    signer,
    confirmCount: [],
    pendingSchedule: {
      scheduleLibNum: announcedNum,
      scheduleHash: scheduleDigest(pending ?? active).toString('hex'),
      schedule: pending ?? { version: active.version, producers: [] },
    },
    protocolFeatures: PROTOCOL_FEATURES.map(({ digest }) => digest),
  };
}
