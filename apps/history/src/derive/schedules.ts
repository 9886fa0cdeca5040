import { ValueError } from '@app/antelope';
import {
  decodeFinalityExtension,
  decodeScheduleChange,
  FINALITY_EXTENSION,
  hasInstantFinality,
  PRODUCER_SCHEDULE_CHANGE,
  type DecodedBlock,
  type ProducerAuthoritySchedule,
  type ProducerSchedule,
  type SignedBlock,
} from '@app/ship';
import type { FinalityWrite, ScheduledProducer, ScheduleWrite } from './block-writes';
import { rowsOf } from './contract-rows';

/**
 * Schedules that the block proposes (global_property) and announces: in header extension 1 since
 * WTMSIG_BLOCK_SIGNATURES, before that in new_producers.
 */
export function scheduleWrites(
  { deltas, thisBlock }: DecodedBlock,
  { headerExtensions, newProducers }: SignedBlock,
  isSnapshot: boolean,
): ScheduleWrite[] {
  const proposed = rowsOf(deltas, 'global_property')
    .filter(({ row }) => row.proposedScheduleBlockNum !== undefined)
    .filter(({ row }) => isSnapshot || row.proposedScheduleBlockNum === thisBlock.blockNum)
    .map(({ row }) => row.proposedSchedule);
  const announced = headerExtensions
    .filter(({ type }) => type === PRODUCER_SCHEDULE_CHANGE)
    .map(({ data }) => decodeScheduleChange(data));
  return [
    ...proposed.map((schedule) => scheduleOf('proposed', schedule)),
    ...(newProducers === undefined ? [] : [scheduleOf('activated', newProducers)]),
    ...announced.map((schedule) => scheduleOf('activated', schedule)),
  ];
}

const scheduleOf = (
  kind: ScheduleWrite['kind'],
  { version, producers }: ProducerSchedule | ProducerAuthoritySchedule,
): ScheduleWrite => ({ kind, version, producers: producers.map(producerOf) });

function producerOf(
  producer: (ProducerSchedule | ProducerAuthoritySchedule)['producers'][number],
): ScheduledProducer {
  const { producerName: name } = producer;
  if ('authority' in producer) return { name, ...producer.authority };
  return { name, threshold: 1, keys: [{ key: producer.blockSigningKey, weight: 1 }] };
}

/**
 * The finality extension of a block with instant finality, as far as it says who produces. Undefined for other blocks, and for a header that
 * cannot be read: the chain has it all the same, and only its schedules are not known from there on.
 */
export function finalityOf(block: SignedBlock): FinalityWrite | undefined {
  const extension = block.headerExtensions.find(({ type }) => type === FINALITY_EXTENSION);
  if (!hasInstantFinality(block) || extension === undefined) return undefined;
  try {
    const { qcClaim: claim, newProposerPolicy } = decodeFinalityExtension(extension.data);
    if (newProposerPolicy === undefined) return { claim, proposal: undefined };
    const { version, proposalTime: slot, producers } = newProposerPolicy;
    const insertIndexes = producers.insertIndexes.map(({ index, value }) => ({
      index,
      value: producerOf(value),
    }));
    return { claim, proposal: { version, slot, producers: { ...producers, insertIndexes } } };
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
