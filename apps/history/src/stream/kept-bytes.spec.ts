import type { ActionRecord, DeltaRecord } from '../store/records';
import { keptOfAction, keptOfDelta } from './kept-bytes';

const MIB = 1024 * 1024;
const bytes = (length: number): Uint8Array => new Uint8Array(length);

test('a row is counted with its value as bytes, document and text', () => {
  const keptOf = (length: number): number => keptOfDelta({ value: bytes(length) } as DeltaRecord);
  expect(keptOf(MIB) - keptOf(0)).toBe(8 * MIB);
});

test.each([
  ['data', { data: bytes(MIB) }],
  ['return value', { returnValue: bytes(MIB) }],
  ['signatures of the transaction', { transaction: { signatures: [bytes(MIB / 2), bytes(MIB / 2)] } }],
])('an action is counted with its %s', (_part, part) => {
  const none = { data: bytes(0), returnValue: bytes(0), receipts: [], transaction: { signatures: [] } };
  const keptOf = (own: object): number => keptOfAction({ ...none, ...own } as unknown as ActionRecord);
  expect(keptOf(part) - keptOf({})).toBe(8 * MIB);
});
