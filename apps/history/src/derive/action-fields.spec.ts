import { ByteWriter, nameToValue, symbolCodeToValue } from '@app/antelope';
import { actionFields } from './action-fields';

const [ALICE, BOB] = ['alice', 'bob'].map(nameToValue) as [bigint, bigint];
const SYMBOL = (symbolCodeToValue('BTC') << 8n) | 8n;

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}

const tokenTransfer = (symbol = SYMBOL, memo = 'hi') =>
  written((writer) => {
    writer.uint64(ALICE);
    writer.uint64(BOB);
    writer.int64(-5n);
    writer.uint64(symbol);
    writer.prefixed(Buffer.from(memo));
  });
const fieldsOf = (data: Uint8Array, contract = 'any.token', action = 'transfer') =>
  Object.fromEntries(
    actionFields(nameToValue(contract), nameToValue(action), data).map(({ field, value }) => [field, value]),
  );

test('a transfer of tokens of any contract has sender, receiver and symbol', () => {
  expect(fieldsOf(tokenTransfer())).toEqual({
    'transfer.from': ALICE,
    'transfer.to': BOB,
    'transfer.symbol': symbolCodeToValue('BTC'),
  });
  expect(fieldsOf(tokenTransfer(SYMBOL, 'x'.repeat(300)))).toHaveProperty(['transfer.to'], BOB);
});

test('a transfer whose text has a length of more bytes than it needs has its members: nodes execute it', () => {
  const data = tokenTransfer();
  expect(fieldsOf(Uint8Array.of(...data.subarray(0, 32), 0x82, 0x80, 0, ...data.subarray(33)))).toEqual(
    fieldsOf(data),
  );
});

test.each([
  [
    'a text before the asset',
    (writer: ByteWriter) => {
      writer.uint64(ALICE);
      writer.uint64(BOB);
      writer.prefixed(Buffer.from('a memo of some length'));
      writer.int64(5n);
      writer.uint64(SYMBOL);
    },
  ],
  [
    'a list of numbers instead of an asset',
    (writer: ByteWriter) => {
      writer.uint64(ALICE);
      writer.uint64(BOB);
      writer.varuint32(2);
      writer.uint64(1_099_511_627_776n);
      writer.uint64(1_099_511_627_777n);
      writer.prefixed(new Uint8Array());
    },
  ],
  [
    'a number before the names',
    (writer: ByteWriter) => {
      writer.uint64(7n);
      writer.raw(tokenTransfer());
    },
  ],
  [
    'a member behind the text',
    (writer: ByteWriter) => {
      writer.raw(tokenTransfer());
      writer.uint8(1);
    },
  ],
  ['names only', (writer: ByteWriter) => writer.raw(tokenTransfer().subarray(0, 16))],
  ['a precision above 18', (writer: ByteWriter) => writer.raw(tokenTransfer((SYMBOL & ~0xffn) | 19n))],
  ['a symbol of small letters', (writer: ByteWriter) => writer.raw(tokenTransfer(0x7a7a08n))],
])('a transfer with another layout has no members: %s', (_title, write) => {
  expect(fieldsOf(written(write))).not.toHaveProperty(['transfer.symbol']);
  expect(fieldsOf(written(write))).toEqual({});
});

test('members of system actions are those of the system contract alone', () => {
  const data = written((writer) => [ALICE, BOB].forEach((value) => writer.uint64(value)));
  expect(fieldsOf(data, 'eosio', 'newaccount')).toEqual({
    'newaccount.creator': ALICE,
    'newaccount.newact': BOB,
  });
  expect(fieldsOf(data, 'alice', 'newaccount')).toEqual({});
  expect(fieldsOf(data.subarray(0, 12), 'eosio', 'newaccount')).toEqual({ 'newaccount.creator': ALICE });
});
