import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { identified, identifiedWithin } from './identified';

/** Expires at 2026-03-01T12:00:00; no actions. */
const EXPIRES_AT_MS = Date.parse('2026-03-01T12:00:00Z');
const bytes = Buffer.alloc(16);
bytes.writeUInt32LE(EXPIRES_AT_MS / 1_000, 0);
const PACKED = bytes.toString('hex');
const EXPECTED = {
  id: createHash('sha256').update(bytes).digest('hex'),
  life: { refBlockNum: 0, expiresAtMs: EXPIRES_AT_MS },
};

const read = (body: unknown) =>
  identified(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

describe('a body of a push', () => {
  it.each([
    ['without compression', { packed_trx: PACKED }],
    ['of send_transaction2', { transaction: { packed_trx: PACKED, compression: 'none' } }],
    ['with zlib', { packed_trx: deflateSync(bytes).toString('hex'), compression: 'zlib' }],
    ['with zlib as 1', { packed_trx: deflateSync(bytes).toString('hex'), compression: 1 }],
  ])('%s names its transaction', (_, body) => {
    expect(read(body)).toEqual(EXPECTED);
  });

  it.each([
    ['an unpacked transaction', { transaction: { actions: [] } }],
    ['bytes behind the transaction', { packed_trx: `${PACKED}00` }],
    ['broken hex', { packed_trx: 'zz' }],
    ['broken zlib data', { packed_trx: PACKED, compression: 'zlib' }],
    ['a member that occurs twice', `{"packed_trx":"00","packed_trx":"${PACKED}"}`],
    ['a member with escapes', `{"packed\\u005ftrx":"00","packed_trx":"${PACKED}"}`],
    ['no JSON', `"packed_trx"`],
    ['a list', [{ packed_trx: PACKED }]],
  ])('a body of a push with %s is left to the node', (_, body) => {
    expect(read(body)).toBeUndefined();
  });
});

it('identifiedWithin tells a compressed transaction of too many bytes from one that only a node can find', () => {
  const body = Buffer.from(
    JSON.stringify({ packed_trx: deflateSync(bytes).toString('hex'), compression: 'zlib' }),
  );
  expect(identifiedWithin(body, bytes.length)).toEqual({ identified: EXPECTED, bytes: bytes.length });
  expect(identifiedWithin(body, bytes.length - 1)).toBe('too large');
  expect(identifiedWithin(Buffer.from('{}'), bytes.length)).toBeUndefined();
});
