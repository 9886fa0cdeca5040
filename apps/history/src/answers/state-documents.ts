import { bytesToHex, nameFromValue } from '@app/antelope';
import type { Authority } from '../derive/block-writes';
import type {
  CreatedAccountRecord,
  LinkRecord,
  MissedBlockRecord,
  PermissionRecord,
  ScheduleRecord,
} from '../store/records';
import { timeText } from './time-text';
import { keyText, levelText } from './values';

export const createdAccountDocument = (record: CreatedAccountRecord): object => ({
  name: nameFromValue(record.account),
  timestamp: timeText(record.timeMs),
  trx_id: bytesToHex(record.transactionId),
});

export const linkDocument = (record: LinkRecord, irreversibleNum: number): object => ({
  block_num: record.blockNum,
  timestamp: timeText(record.timeMs),
  account: nameFromValue(record.account),
  permission: nameFromValue(record.permission),
  code: nameFromValue(record.code),
  action: nameFromValue(record.action),
  irreversible: record.blockNum <= irreversibleNum,
});

/** A link in the summary of its account. */
export const accountLinkDocument = ({ timeMs, permission, code, action }: LinkRecord): object => ({
  timestamp: timeText(timeMs),
  permission: nameFromValue(permission),
  code: nameFromValue(code),
  action: nameFromValue(action),
});

export const permissionDocument = (record: PermissionRecord): object => ({
  owner: nameFromValue(record.owner),
  block_num: record.blockNum,
  parent: nameFromValue(record.parent),
  last_updated: timeText(record.lastUpdatedMs),
  auth: authorityDocument(record.authority),
  name: nameFromValue(record.name),
  present: 1,
});

const authorityDocument = ({ threshold, keys, accounts, waits }: Authority): object => ({
  threshold,
  keys: keys.map(({ key, weight }) => ({ key: keyText(key), weight })),
  accounts: accounts.map(({ weight, ...level }) => ({ permission: levelText(level), weight })),
  waits: waits.map(({ waitSec, weight }) => ({ wait_sec: waitSec, weight })),
});

/** Members of proposed and of activated schedules, for both. */
export const scheduleDocument = ({ producers, ...record }: ScheduleRecord): object => ({
  timestamp: timeText(record.timeMs),
  block_num: record.blockNum,
  // 0: the block is not known, as for a schedule of the genesis.
  proposed_block_num: record.proposedBlockNum ?? 0,
  version: record.version,
  producers: producers.map(({ name, keys: weighted }) => {
    const keys = weighted.map(({ key }) => keyText(key));
    const [first = ''] = keys;
    return {
      producer_name: nameFromValue(name),
      name: nameFromValue(name),
      block_signing_key: first,
      legacy_key: first,
      keys,
    };
  }),
});

export const missedBlocksDocument = (record: MissedBlockRecord): object => ({
  '@timestamp': `${timeText(record.timeMs)}Z`,
  last_block: record.blockNum - 1,
  schedule_version: record.scheduleVersion,
  size: record.size,
  producer: nameFromValue(record.producer),
});
