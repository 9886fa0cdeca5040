import { ByteWriter, decodeType } from '@app/antelope';
import {
  decodeDeltas,
  decodeRequest,
  decodeResult,
  decodeRow,
  decodeScheduleChange,
  decodeSignedBlock,
  decodeTraces,
  encodeDeltas,
  encodeRequest,
  encodeResult,
  encodeRow,
  encodeSignedBlock,
  encodeTraces,
  type RowTable,
  type TransactionTrace,
} from '@app/ship';
import fc from 'fast-check';
import { arbitraryValue } from './arbitrary-values';
import { genericJson } from './generic-json';
import { PROTOCOL_ABI } from './protocol-abi';

interface Codec {
  type: string;
  // The values come from the ABI of the protocol, which the compiler does not know.
  encode: (value: never) => Uint8Array;
  decode: (bytes: Uint8Array) => unknown;
}

const ROW_TABLES: readonly RowTable[] = [
  ...(['account', 'account_metadata', 'code', 'contract_table', 'contract_row'] as const),
  ...(['contract_index64', 'contract_index128', 'contract_index256'] as const),
  ...(['contract_index_double', 'contract_index_long_double', 'global_property'] as const),
  ...(['generated_transaction', 'protocol_state', 'permission', 'permission_link'] as const),
  ...(['resource_limits', 'resource_usage', 'resource_limits_state', 'resource_limits_config'] as const),
];

const CODECS: readonly Codec[] = [
  { type: 'request', encode: encodeRequest, decode: decodeRequest },
  { type: 'result', encode: encodeResult, decode: decodeResult },
  { type: 'signed_block', encode: encodeSignedBlock, decode: decodeSignedBlock },
  { type: 'transaction_trace[]', encode: encodeTraces, decode: decodeTraces },
  ...ROW_TABLES.map((table) => ({
    type: table,
    encode: (row: never) => encodeRow(table, row),
    decode: (data: Uint8Array) => decodeRow(table, data),
  })),
];

describe.each(CODECS)('$type', ({ type, encode, decode }) => {
  test('a value of the protocol is written as the generic ABI decoder reads it, and read back as it was', () => {
    fc.assert(
      fc.property(arbitraryValue(type), (value) => {
        const bytes = encode(value as never);
        expect(decodeType(PROTOCOL_ABI, type, bytes)).toEqual(genericJson(type, value));
        expect(decode(bytes)).toEqual(value);
      }),
    );
  });

  /** Message of the refusal of bytes. `toThrow` would map the stack of each of thousands of errors. */
  const refusal = (bytes: Uint8Array): string | undefined => {
    try {
      decode(bytes);
      return undefined;
    } catch (error) {
      return String(error);
    }
  };

  test('a value of the protocol is refused with a byte too few and with a byte too many', () => {
    fc.assert(
      fc.property(arbitraryValue(type), (value) => {
        const bytes = encode(value as never);
        expect(refusal(Uint8Array.from([...bytes, 0]))).toMatch(/too many|over-long|unknown|the data ends/);
        // An absent extension at the end makes the first byte alone readable in no message.
        if (bytes.length > 1) expect(refusal(bytes.subarray(0, -1))).toBeDefined();
      }),
    );
  });
});

describe('table deltas', () => {
  const rows = [
    { present: 0, data: Uint8Array.of(1, 2) },
    { present: 1, data: Uint8Array.of() },
  ];

  test('table deltas of version 0 and 1 are read back as they were written', () => {
    const deltas = [
      { version: 0 as const, name: 'contract_row', rows },
      { version: 1 as const, name: 'account', rows: [...rows, { present: 2, data: Uint8Array.of(9) }] },
    ];
    expect(decodeDeltas(encodeDeltas(deltas))).toEqual(deltas);
  });

  test('table deltas of version 0 are refused with a row that is neither present nor removed', () => {
    const delta = { version: 0 as const, name: 'account', rows: [{ present: 2, data: Uint8Array.of() }] };
    expect(() => decodeDeltas(encodeDeltas([delta]))).toThrow('present is 2');
  });

  test('table deltas of an unknown version are refused', () => {
    expect(() => decodeDeltas(Uint8Array.of(1, 2))).toThrow('table_delta: unknown variant 2');
  });
});

describe('lengths of sections', () => {
  /** A result whose block has a length of as many bytes as given; `length` is the packed length. */
  const resultWith = (length: readonly number[], content: Uint8Array): Uint8Array => {
    const head = encodeResult({
      type: 'get_blocks_result_v0',
      head: { blockNum: 1, blockId: new Uint8Array(32) },
      lastIrreversible: { blockNum: 1, blockId: new Uint8Array(32) },
    });
    const writer = new ByteWriter();
    writer.raw(head.subarray(0, -3));
    writer.raw(Uint8Array.from([1, ...length]));
    writer.raw(content);
    writer.raw(Uint8Array.of(0, 0));
    return writer.finish();
  };

  test('lengths of sections of three bytes are read', () => {
    const content = new Uint8Array(2 ** 15).fill(7);
    expect(decodeResult(resultWith([0x80, 0x80, 0x02], content))).toMatchObject({ block: content });
  });

  test('lengths of sections above 32 bits are read as such, and refused because the message is shorter', () => {
    const length = [0x80, 0x80, 0x80, 0x80, 0x80, 0x01];
    expect(() => decodeResult(resultWith(length, Uint8Array.of(1)))).toThrow('the data ends');
  });

  test.each([
    ['longer than needed', [0x81, 0x00]],
    ['above 2^53', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ])('lengths of sections %s are refused', (_, length) => {
    expect(() => decodeResult(resultWith(length, Uint8Array.of(1)))).toThrow('over-long');
  });
});

describe('traces', () => {
  const trace = (failed?: TransactionTrace): TransactionTrace => ({
    id: new Uint8Array(32),
    status: 2,
    cpuUsageUs: 0,
    netUsageWords: 0,
    elapsed: 0n,
    netUsage: 0n,
    scheduled: true,
    actionTraces: [],
    failedDtrxTrace: failed,
  });

  test('traces nested deeper than nodes nest them are refused', () => {
    const nested = Array.from({ length: 10 }).reduce<TransactionTrace>((inner) => trace(inner), trace());
    expect(() => decodeTraces(encodeTraces([nested]))).toThrow('nested too deeply');
  });

  test('traces of text that is not UTF-8 keep its bytes', () => {
    const invalid = Uint8Array.of(0xff, 0xfe);
    const [decoded] = decodeTraces(encodeTraces([{ ...trace(), except: invalid }]));
    expect(decoded!.except).toEqual(invalid);
  });
});

test('a schedule change of a header is read', () => {
  const schedule = arbitraryValue('producer_authority_schedule');
  fc.assert(
    fc.property(schedule, (value) => {
      const property = { version: 1, proposedSchedule: value, chainId: new Uint8Array(32) };
      const [sample] = fc.sample(arbitraryValue('chain_config'), { numRuns: 1, seed: 1 });
      const packed = encodeRow('global_property', { ...property, configuration: sample } as never);
      const config = encodeRow('global_property', {
        ...property,
        proposedSchedule: { version: 0, producers: [] },
        configuration: sample,
      } as never);
      // The schedule stands behind the variant index and the absent block number; an empty one has 5 bytes.
      const length = packed.length - config.length + 5;
      expect(decodeScheduleChange(packed.subarray(2, 2 + length))).toEqual(value);
    }),
  );
});
