import { bytesToHex, nameFromValue } from '@app/antelope';
import { timeText } from '../../answers/time-text';
import { keyText } from '../../answers/values';
import type { BlockSummary } from '../../store/sql/reading/stored-blocks';

/** A block of get_block and get_blocks. */
export const blockSummaryDocument = ({ announced, ...block }: BlockSummary): object => ({
  '@timestamp': timeText(block.timeMs),
  block_num: block.num,
  block_id: bytesToHex(block.id),
  prev_id: bytesToHex(block.previousId),
  producer: nameFromValue(block.producer),
  schedule_version: block.scheduleVersion,
  cpu_usage: block.cpuUsageUs,
  net_usage: block.netUsageWords,
  trx_count: block.transactionCount,
  ...(announced === undefined
    ? {}
    : {
        new_producers: {
          version: announced.version,
          producers: announced.producers.map(({ name, keys: [first] }) => ({
            producer_name: nameFromValue(name),
            block_signing_key: first === undefined ? '' : keyText(first.key),
          })),
        },
      }),
});
