import { createHash } from 'node:crypto';
import { bytesToHex, packTransaction } from '@app/antelope';
import fc from 'fast-check';
import { transactionOf } from '../../../../../antelope/testing/transfer';
import { lifeOf } from '../../transaction-life';
import { recordIn, textOfRecord, type WatchRecord } from './watch-record';

const TRANSFER = transactionOf('2026-11-21T12:05:00', {
  account: 'btc.token',
  name: 'transfer',
  authorization: [{ actor: 'alice', permission: 'active' }],
  data: 'abcd',
});
const PACKED = packTransaction(TRANSFER);
const ID = createHash('sha256').update(PACKED).digest('hex');
const BODY = JSON.stringify({ signatures: [], compression: 'none', packed_trx: bytesToHex(PACKED) });
const RECORD: WatchRecord = {
  transaction: { id: ID, life: lifeOf(TRANSFER), path: '/v1/chain/send_transaction', body: BODY },
  acknowledged: new Set(['http://one.example.org', 'http://two.example.org']),
  headBlock: 7,
};
const TEXT = textOfRecord(RECORD);

describe('recordIn', () => {
  it.each([
    ['text', BODY],
    ['bytes', Buffer.from(BODY)],
  ])('recordIn reads a record of a body in %s', (_, body) => {
    const text = textOfRecord({ ...RECORD, transaction: { ...RECORD.transaction, body } });
    expect(recordIn(text, ID)).toEqual(RECORD);
  });

  it.each([
    ['a body of another transaction', TEXT.replace(bytesToHex(PACKED), `${bytesToHex(PACKED)}00`)],
    ['a body that no node reads as one transaction', TEXT.replace('packed_trx', 'packed')],
    ['a route that reads', TEXT.replace('send_transaction', 'get_info')],
    ['a route of another host', TEXT.replace('/v1/chain', '//elsewhere/v1/chain')],
    ['a head below 0', TEXT.replace('7', '-7')],
    ['a member more', TEXT.replace('{', '{"more":1,')],
    ['one line', TEXT.replace('\n', ' ')],
    ['nothing', ''],
  ])('recordIn refuses a record with %s', (_, text) => {
    expect(recordIn(text, ID)).toBeUndefined();
  });

  it('recordIn reads the transaction of its id, whatever is changed, or nothing', () => {
    const place = fc.record({
      at: fc.nat(TEXT.length - 1),
      put: fc.string({ maxLength: 3 }),
      cut: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = TEXT;
        for (const { at, put, cut } of changes) text = text.slice(0, at) + put + text.slice(at + cut);
        const record = recordIn(text, ID);
        if (record === undefined) return;
        const { id, life, path, body } = record.transaction;
        expect({ id, life, path }).toEqual({ id: ID, life: RECORD.transaction.life, path: path });
        expect(path).toMatch(/^\/v1\/chain\/(send|push)_transaction2?$/);
        const { packed_trx } = JSON.parse(body as string) as { packed_trx: string };
        expect(createHash('sha256').update(Buffer.from(packed_trx, 'hex')).digest('hex')).toBe(ID);
      }),
      { numRuns: 2_000 },
    );
  });
});
