import type { ActionRecord, DeltaRecord } from '../store/records';

/** Memory of a record with its document and its text, without the values of any length. */
const RECORD_BYTES = 2048;
const RECEIPT_BYTES = 256;
/**
 * Memory for each byte of a value once it was sent: itself, in the document (hex has two characters, a text the most
 * when it is escaped: six), and in the text that is sent.
 */
const KEPT_OF_A_BYTE = 8;

/** Memory of an action that is kept for streams at most: an estimate. */
export const keptOfAction = ({ data, returnValue, receipts, transaction }: ActionRecord): number =>
  RECORD_BYTES +
  receipts.length * RECEIPT_BYTES +
  KEPT_OF_A_BYTE * (data.length + returnValue.length + bytesOf(transaction.signatures));

/** The same of a row. */
export const keptOfDelta = ({ value }: DeltaRecord): number => RECORD_BYTES + KEPT_OF_A_BYTE * value.length;

const bytesOf = (values: readonly Uint8Array[]): number =>
  values.reduce((total, value) => total + value.length, 0);
