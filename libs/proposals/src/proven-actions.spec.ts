import {
  bytesToHex,
  encodeAction,
  packTransaction,
  type Abi,
  type Json,
  type Transaction,
} from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import fc from 'fast-check';
import { ProposalMismatchError } from './errors';
import { provenActions } from './proven-actions';

const abi: Abi = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [
    {
      name: 'transfer',
      base: '',
      fields: [
        { name: 'from', type: 'name' },
        { name: 'to', type: 'name' },
        { name: 'quantity', type: 'asset' },
        { name: 'memo', type: 'string' },
      ],
    },
  ],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
});

const authorization = { actor: 'alice', permission: 'active' };
const asked = {
  account: 'btc.token',
  name: 'transfer',
  data: { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: 'hi' },
};
const prove = (packed: Uint8Array, call = asked) => provenActions(packed, [call], authorization, () => abi);

function packed(
  data: Record<string, Json>,
  changes: Partial<Transaction> = {},
  account = 'btc.token',
): Uint8Array {
  return packTransaction({
    expiration: '2026-11-21T12:05:00',
    ref_block_num: 1,
    ref_block_prefix: 2,
    max_net_usage_words: 0,
    max_cpu_usage_ms: 0,
    delay_sec: 0,
    context_free_actions: [],
    actions: [
      {
        account,
        name: 'transfer',
        authorization: [authorization],
        data: bytesToHex(encodeAction(abi, 'transfer', data)),
      },
    ],
    transaction_extensions: [],
    ...changes,
  });
}

describe('the packed bytes', () => {
  it('are returned decoded', () => {
    expect(prove(packed(asked.data))).toEqual([{ ...asked, authorization: [authorization] }]);
  });

  it.each([
    ['another receiver', packed({ ...asked.data, to: 'mallory' })],
    ['another amount', packed({ ...asked.data, quantity: '0.10000001 BTC' })],
    ['another precision', packed({ ...asked.data, quantity: '0.1000 BTC' })],
    ['another contract', packed(asked.data, {}, 'fake.token')],
    ['no action', packed(asked.data, { actions: [] })],
    ['an extension', packed(asked.data, { transaction_extensions: [[1, 'ab']] })],
  ])('never leaves with %s', (_, bytes) => {
    expect(() => prove(bytes)).toThrow(ProposalMismatchError);
  });

  it('never leaves with another signer', () => {
    const call = () =>
      provenActions(packed(asked.data), [asked], { actor: 'bob', permission: 'active' }, () => abi);
    expect(call).toThrow(ProposalMismatchError);
  });

  it('never leaves when a single bit of the action differs', () => {
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
