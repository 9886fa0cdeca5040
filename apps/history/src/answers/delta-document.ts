import type { DeltaRecord } from '../store/records';
import { type Shown, shownRow } from './data-transforms';
import type { Decoded } from './decoded';
import { hex, nameText, timeText } from './values';

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
  const table = nameText(record.table);
  return {
    timestamp: timeText(block.timeMs),
    present: record.present ? 1 : 0,
    code: nameText(record.code),
    scope: nameText(record.scope),
    table,
    primary_key: String(record.primaryKey),
    payer: nameText(record.payer),
    block_num: block.num,
    block_id: hex(block.id),
    data: json === undefined ? decoded.hex : shownRow(table, json),
    ...(json === undefined ? { ds_error: true } : {}),
  };
}
