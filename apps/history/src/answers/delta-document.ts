import { bytesToHex, nameFromValue } from '@app/antelope';
import type { DeltaRecord } from '../store/records';
import { type Shown, shownRow } from './data-transforms';
import type { Decoded } from './decoded';
import { timeText } from './time-text';

/** A changed row of /v2. */
export interface DeltaDocument {
  readonly timestamp: string;
  readonly present: 0 | 1;
  readonly code: string;
  readonly scope: string;
  readonly table: string;
  readonly primary_key: string;
  readonly payer: string;
  readonly block_num: number;
  readonly block_id: string;
  readonly data: Shown;
  readonly ds_error?: true;
}

export function deltaDocument(record: DeltaRecord, decoded: Decoded): DeltaDocument {
  const { block } = record;
  const { json } = decoded;
  const table = nameFromValue(record.table);
  return {
    timestamp: timeText(block.timeMs),
    present: record.present ? 1 : 0,
    code: nameFromValue(record.code),
    scope: nameFromValue(record.scope),
    table,
    primary_key: String(record.primaryKey),
    payer: nameFromValue(record.payer),
    block_num: block.num,
    block_id: bytesToHex(block.id),
    data: json === undefined ? decoded.hex : shownRow(table, json),
    ...(json === undefined ? { ds_error: true } : {}),
  };
}
