import { ABI } from '@wharfkit/antelope';
import { decodeType, encodeType } from '../abi/values';
import { TRANSFER_STRUCT } from '../../testing/transfer';
import { bytesToHex, hexToBytes } from '../bytes/hex';
import type { Json } from '../json';

const fieldsOf = (count: number, type: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `field${String(index)}`, type }));

/** Structs of ten fields each, `levels` deep and without a byte: 10^levels empty structs. */
const multiplied = (levels: number) =>
  Array.from({ length: levels }, (_, level) => ({
    name: `level${String(level)}`,
    base: '',
    fields: fieldsOf(10, level === 0 ? 'nothing' : `level${String(level - 1)}`),
  }));

/** An ABI with one of everything: a transfer, bases, extensions, recursion, and types that are wrong. */
export const ODD_ABI = ABI.from({
  structs: [
    TRANSFER_STRUCT,
    { name: 'base', base: '', fields: [{ name: 'id', type: 'uint64' }] },
    { name: 'derived', base: 'base', fields: [{ name: 'note', type: 'string?' }] },
    {
      name: 'grown',
      base: '',
      fields: [
        { name: 'id', type: 'uint8' },
        { name: 'since', type: 'uint8$' },
        { name: 'until', type: 'uint8?$' },
      ],
    },
    { name: 'tree', base: '', fields: [{ name: 'branches', type: 'tree[]' }] },
    { name: 'nothing', base: '', fields: [] },
    ...multiplied(8),
    { name: 'absent', base: '', fields: fieldsOf(2_000, 'uint8?') },
    { name: 'ouroboros', base: 'ouroboros', fields: [] },
    { name: 'orphan', base: 'nobody', fields: [] },
    { name: 'polluter', base: '', fields: [{ name: '__proto__', type: 'uint8' }] },
  ],
  types: [
    { new_type_name: 'chicken', type: 'egg' },
    { new_type_name: 'egg', type: 'chicken' },
    { new_type_name: 'ids', type: 'uint64[]' },
  ],
  variants: [{ name: 'choice', types: ['uint8', 'string', 'tree'] }],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
});

/** The bytes of a value of a type of ODD_ABI, in hex. */
export function encodingOf(type: string, value: Json): string {
  return bytesToHex(encodeType(ODD_ABI, type, value));
}

/** The value of a type of ODD_ABI that the hex stands for. */
export function decodingOf(type: string, hex: string): Json {
  return decodeType(ODD_ABI, type, hexToBytes(hex));
}
