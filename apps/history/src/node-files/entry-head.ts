import { nameToValue } from '@app/antelope';
import { numberOfId } from '@app/ship';
import { refusedFile } from './file-errors';

/** Magic, id of the block, size of the payload. Source: state_history::log_header of nodeos. */
export const HEAD_BYTES = 48;
/** Behind each entry: where it begins. */
export const POSITION_BYTES = 8;

const MAGIC = nameToValue('ship');
const MAGIC_MASK = 0xffff_ffff_0000_0000n;
const PRUNED = 1;

/** The head of an entry of a state-history log. */
export interface EntryHead {
  readonly id: Uint8Array;
  readonly num: number;
  readonly payloadBytes: number;
  /** Set at the first entry of a log whose old entries are removed: the file has a hole. */
  readonly isPruned: boolean;
}

/** Throws RefusedFileError. @param place for the error */
export function readEntryHead(bytes: Buffer, file: string, place: string): EntryHead {
  const magic = bytes.readBigUInt64LE();
  if ((magic & MAGIC_MASK) !== MAGIC)
    throw refusedFile(file, place, 'no entry of a state-history log begins there');
  const version = Number(magic & 0xffffn);
  const features = Number((magic >> 16n) & 0xffffn);
  if (version !== 0)
    throw refusedFile(file, place, `the log has version ${String(version)}, and version 0 is read`);
  if ((features & ~PRUNED) !== 0)
    throw refusedFile(
      file,
      place,
      `the log has the features ${String(features)}, of which pruning (1) is known`,
    );
  const id = bytes.subarray(8, 40);
  return {
    id,
    num: numberOfId(id),
    payloadBytes: Number(bytes.readBigUInt64LE(40)),
    isPruned: features === PRUNED,
  };
}
