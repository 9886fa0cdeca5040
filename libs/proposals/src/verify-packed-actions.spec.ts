import { bytesToHex, encodeAction, packTransaction, type Json, type Transaction } from '@app/antelope';
import fc from 'fast-check';
import { TRANSFER_ABI, transactionOf } from '../../antelope/testing/transfer';
import { ProposalMismatchError } from './errors';
import { decodedActions, verifyPackedActions } from './verify-packed-actions';

const authorization = { actor: 'alice', permission: 'active' };
const asked = {
  account: 'btc.token',
  name: 'transfer',
  data: { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: 'hi' },
};
const prove = (packed: Uint8Array, call = asked) =>
  verifyPackedActions(packed, [call], authorization, () => TRANSFER_ABI);

function packed(
  data: Record<string, Json>,
  changes: Partial<Transaction> = {},
  account = 'btc.token',
): Uint8Array {
  const action = {
    account,
    name: 'transfer',
    authorization: [authorization],
    data: bytesToHex(encodeAction(TRANSFER_ABI, 'transfer', data)),
  };
  return packTransaction({ ...transactionOf('2026-11-21T12:05:00', action), ...changes });
}

describe('the packed bytes', () => {
  it('the packed bytes are returned decoded', () => {
    expect(prove(packed(asked.data))).toEqual([{ ...asked, authorization: [authorization] }]);
  });

  it.each([
    ['another receiver', packed({ ...asked.data, to: 'mallory' })],
    ['another amount', packed({ ...asked.data, quantity: '0.10000001 BTC' })],
    ['another precision', packed({ ...asked.data, quantity: '0.1000 BTC' })],
    ['another contract', packed(asked.data, {}, 'fake.token')],
    ['no action', packed(asked.data, { actions: [] })],
    ['an extension', packed(asked.data, { transaction_extensions: [[1, 'ab']] })],
  ])('packed bytes are never returned with %s', (_, bytes) => {
    expect(() => prove(bytes)).toThrow(ProposalMismatchError);
  });

  it('packed bytes are never returned with another signer', () => {
    const call = () =>
      verifyPackedActions(
        packed(asked.data),
        [asked],
        { actor: 'bob', permission: 'active' },
        () => TRANSFER_ABI,
      );
    expect(call).toThrow(ProposalMismatchError);
  });

  it.each([
    ['another signer', packed(asked.data), { actor: 'bob', permission: 'active' }],
    ['another permission', packed(asked.data), { actor: 'alice', permission: 'owner' }],
    ['an extension', packed(asked.data, { transaction_extensions: [[1, 'ab']] }), authorization],
  ])('bytes of before are never decoded with %s', (_, bytes, signer) => {
    expect(decodedActions(packed(asked.data), authorization, () => TRANSFER_ABI)).toHaveLength(1);
    expect(() => decodedActions(bytes, signer, () => TRANSFER_ABI)).toThrow(ProposalMismatchError);
  });

  it('packed bytes are never returned when a single bit of the action differs', () => {
    const bytes = packed(asked.data);
    const header = 4 + 2 + 4 + 1 + 1 + 1 + 1 + 1;
    fc.assert(
      fc.property(fc.integer({ min: header * 8, max: bytes.length * 8 - 9 }), (bit) => {
        const changed = Uint8Array.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => prove(changed)).toThrow();
      }),
    );
  });
});
