import {
  decodeScheduleChange,
  PRODUCER_SCHEDULE_CHANGE,
  type DecodedBlock,
  type ProducerAuthoritySchedule,
  type ProducerSchedule,
  type SignedBlock,
} from '@app/ship';
import type { ScheduledProducer, ScheduleWrite } from './block-writes';
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
