import { ABI, Blob, Serializer } from '@wharfkit/antelope';
import { createHash } from 'node:crypto';
import { hexToBytes } from '../bytes/hex';
import { ValueError } from '../value-error';
import { abiHash, parseAbi, serializeAbi } from './definition';

const ABI_OF_ALL = ABI.from({
  version: 'eosio::abi/1.2',
  types: [{ new_type_name: 'id', type: 'uint64' }],
  structs: [{ name: 'row', base: '', fields: [{ name: 'id', type: 'id' }] }],
  actions: [{ name: 'add', type: 'row', ricardian_contract: 'To add.' }],
  tables: [{ name: 'rows', index_type: 'i64', key_names: ['id'], key_types: ['uint64'], type: 'row' }],
  ricardian_clauses: [{ id: 'law', body: 'Be good.' }],
  variants: [{ name: 'either', types: ['id', 'row'] }],
  action_results: [{ name: 'add', result_type: 'id' }],
});

describe('definitions', () => {
  it('parseAbi and serializeAbi give every part back', () => {
    const parsed = parseAbi(serializeAbi(ABI_OF_ALL));
    expect(parsed.equals(ABI_OF_ALL)).toBe(true);
    expect(parsed.getActionType('add')).toBe('row');
    expect(parsed.tables[0]?.key_names).toEqual(['id']);
    expect(parsed.action_results[0]?.result_type).toBe('id');
  });

  it('parseAbi and serializeAbi take ABIs from before variants and action results existed', () => {
    const raw = Serializer.encode({ object: ABI.from({ structs: ABI_OF_ALL.structs }) }).array;
    expect(parseAbi(raw.subarray(0, -2)).structs).toEqual(ABI_OF_ALL.structs);
  });

  it('parseAbi accepts bytes of later versions at the end', () => {
    const raw = Uint8Array.of(...serializeAbi(ABI_OF_ALL), 0);
    expect(parseAbi(raw).equals(ABI_OF_ALL)).toBe(true);
    expect(Blob.from(Buffer.from(raw).toString('base64')).array).toEqual(raw);
  });

  it('parseAbi and serializeAbi refuse broken bytes and other versions', () => {
    const raw = serializeAbi(ABI_OF_ALL);
    for (let length = 0; length < raw.length - 30; length += 7) {
      expect(() => parseAbi(raw.subarray(0, length))).toThrow(ValueError);
    }
    expect(() => parseAbi(hexToBytes('ff'))).toThrow('the ABI is broken');
    expect(() => parseAbi(serializeAbi(ABI.from({ version: 'eosio::abi/2.0' })))).toThrow(
      'unknown ABI version "eosio::abi/2.0"',
    );
  });
});

describe('hashes of definitions', () => {
  it('abiHash is the SHA-256 of the raw bytes', () => {
    const raw = serializeAbi(ABI_OF_ALL);
    expect(abiHash(raw)).toBe(createHash('sha256').update(raw).digest('hex'));
  });
});
