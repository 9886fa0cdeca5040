import type { ProducerRecord, ProducerScheduleRecord } from './producer-record';

/** Blocks a producer makes before it is the next one's turn. Source: eosio::chain::config::producer_repetitions. */
export const BLOCKS_IN_A_ROW = 12;

/** Whose turn a slot is. Source: eosio::chain::block_header_state::get_scheduled_producer. */
export function producerAt({ producers }: ProducerScheduleRecord, slot: number): ProducerRecord {
  const [first] = producers;
  if (first === undefined) throw new RangeError('a schedule has at least one producer');
  const turn = Math.floor((slot % (producers.length * BLOCKS_IN_A_ROW)) / BLOCKS_IN_A_ROW);
  return producers[turn] ?? first;
}
