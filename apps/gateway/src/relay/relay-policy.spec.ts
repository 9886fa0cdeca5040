import {
  bytesToHex,
  derivePrivateKey,
  hexToBytes,
  packTransaction,
  signDigest,
  signingDigest,
  transactionId,
  unpackTransaction,
  type PackedAction,
  type Transaction,
} from '@app/antelope';
import fc from 'fast-check';
import { transactionOf } from '../../../../libs/antelope/testing/transfer';
import {
  evaluatePolicy,
  MAX_SIGNATURES,
  MAX_TRANSACTION_BYTES,
  type RelayRequest,
  type PolicyDecision,
} from './relay-policy';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0, 500);
const RULES = {
  nowMs: NOW_MS,
  relayed: [
    { account: 'btc.token', name: 'transfer' },
    { account: 'dex', name: 'cancelorder' },
  ],
};
const key = derivePrivateKey('relay-policy.spec');

const action = (account: string, name: string, data = 'ab'): PackedAction => ({
  account,
  name,
  authorization: [{ actor: 'alice', permission: 'active' }],
  data,
});
const transfer = action('btc.token', 'transfer');

const base = transactionOf('2026-11-21T12:05:00', transfer);

function signed(changes: Partial<Transaction> = {}, more: Partial<RelayRequest> = {}): RelayRequest {
  const packed = packTransaction({ ...base, ...changes });
  return {
    signatures: [signDigest(key, signingDigest('ab'.repeat(32), packed))],
    packed_trx: bytesToHex(packed),
    compression: 0,
    packed_context_free_data: '',
    ...more,
  };
}

/** A request that is relayed. */
const accepted = signed();

const reasonsOf = (decision: PolicyDecision) => (decision.accepted ? [] : decision.reasons);
const evaluate = (request: RelayRequest) => evaluatePolicy(request, RULES);

describe('evaluatePolicy', () => {
  it.each<[string, RelayRequest]>([
    ['a whitelisted action', signed()],
    ['several of them', signed({ actions: [transfer, action('dex', 'cancelorder'), transfer] })],
    ['compression "none"', signed({}, { compression: 'none' })],
    ['an expiry one second ahead', signed({ expiration: '2026-11-21T12:00:01' })],
    ['an expiry ten minutes ahead', signed({ expiration: '2026-11-21T12:10:00' })],
  ])('evaluatePolicy accepts %s', (_, request) => {
    expect(evaluate(request)).toMatchObject({
      accepted: true,
      id: transactionId(hexToBytes(request.packed_trx)),
      packedTrx: request.packed_trx,
      signatures: request.signatures,
    });
  });

  it.each<[string, RelayRequest, string]>([
    [
      'an expired transaction',
      signed({ expiration: '2026-11-21T11:59:59' }),
      'the transaction expired at 2026-11-21T11:59:59Z (it is 2026-11-21T12:00:00.500Z on the chain)',
    ],
    [
      'one that expires right now',
      signed({ expiration: '2026-11-21T12:00:00' }),
      'the transaction expired at 2026-11-21T12:00:00Z',
    ],
    [
      'one that lives too long',
      signed({ expiration: '2026-11-21T12:10:01' }),
      'at most 600 s ahead are relayed',
    ],
    [
      'context-free actions',
      signed({ context_free_actions: [transfer] }),
      'context-free actions are not relayed',
    ],
    ['a delay', signed({ delay_sec: 1 }), 'delayed transactions are not relayed'],
    ['extensions', signed({ transaction_extensions: [[1, '']] }), 'transaction extensions are not relayed'],
    ['no actions', signed({ actions: [] }), 'the transaction has no actions'],
    [
      'another contract',
      signed({ actions: [action('fake.token', 'transfer')] }),
      'action fake.token::transfer is not relayed: only agent-whitelisted actions are: btc.token::transfer, dex::cancelorder',
    ],
    [
      'another action',
      signed({ actions: [action('btc.token', 'issue')] }),
      'action btc.token::issue is not relayed',
    ],
    [
      'authority changes',
      signed({ actions: [transfer, action('eosio', 'updateauth')] }),
      'action eosio::updateauth is not relayed',
    ],
    ['compressed bytes', signed({}, { compression: 1 }), 'only uncompressed transactions are relayed'],
    ['zlib by name', signed({}, { compression: 'zlib' }), 'only uncompressed transactions are relayed'],
    [
      'context-free data',
      signed({}, { packed_context_free_data: '0100' }),
      'context-free data is not relayed',
    ],
    [
      'an empty vector of it, which is bytes too',
      signed({}, { packed_context_free_data: '00' }),
      'context-free data is not relayed',
    ],
    ['no signature', signed({}, { signatures: [] }), 'needs at least one signature'],
    ['a broken signature', signed({}, { signatures: ['SIG_K1_nonsense'] }), 'signed_tx.signatures[0]: '],
    [
      'a broken second signature',
      signed({}, { signatures: [...signed().signatures, 'x'] }),
      'signed_tx.signatures[1]: ',
    ],
    ['odd hex', signed({}, { packed_trx: `${signed().packed_trx}a` }), 'two digits a byte'],
    [
      'upper-case hex',
      signed({}, { packed_trx: signed().packed_trx.toUpperCase() }),
      'must be lower-case hex',
    ],
    [
      'a truncated transaction',
      signed({}, { packed_trx: signed().packed_trx.slice(0, -2) }),
      'signed_tx.packed_trx: is not a transaction',
    ],
    [
      'bytes too many',
      signed({}, { packed_trx: `${signed().packed_trx}00` }),
      'signed_tx.packed_trx: is not a transaction',
    ],
    [
      'one byte too many for the relay',
      signed({ actions: [action('btc.token', 'transfer', 'ab'.repeat(MAX_TRANSACTION_BYTES))] }),
      `at most ${MAX_TRANSACTION_BYTES} are relayed`,
    ],
  ])('evaluatePolicy refuses %s', (_, request, reason) => {
    const reasons = reasonsOf(evaluate(request));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain(reason);
  });

  it('evaluatePolicy refuses an over-long number: the same bytes must not be read in two ways', () => {
    const packed = Buffer.from(signed().packed_trx, 'hex');
    const delayAt = 4 + 2 + 4 + 1 + 1;
    const overLong = Buffer.concat([
      packed.subarray(0, delayAt),
      Buffer.from([0x80, 0x00]),
      packed.subarray(delayAt + 1),
    ]);
    expect(reasonsOf(evaluate(signed({}, { packed_trx: overLong.toString('hex') })))[0]).toContain(
      'over-long',
    );
  });

  it('evaluatePolicy accepts a transaction of exactly the maximum size', () => {
    const rest =
      hexToBytes(signed({ actions: [action('btc.token', 'transfer', 'ab'.repeat(60_000))] }).packed_trx)
        .length - 60_000;
    const longest = signed({
      actions: [action('btc.token', 'transfer', 'ab'.repeat(MAX_TRANSACTION_BYTES - rest))],
    });
    expect(longest.packed_trx.length / 2).toBe(MAX_TRANSACTION_BYTES);
    expect(evaluate(longest).accepted).toBe(true);
  });

  it('evaluatePolicy reports all reasons at once, each action once', () => {
    const request = signed(
      {
        delay_sec: 5,
        expiration: '2026-11-21T13:00:00',
        actions: [
          action('eosio', 'updateauth'),
          action('eosio', 'updateauth'),
          action('cbtc.token', 'transfer'),
        ],
      },
      { signatures: ['x'], compression: 1 },
    );
    expect(reasonsOf(evaluate(request))).toHaveLength(6);
  });

  it('evaluatePolicy accepts the maximum number of signatures', () => {
    const [signature = ''] = signed().signatures;
    expect(evaluate(signed({}, { signatures: Array<string>(MAX_SIGNATURES).fill(signature) })).accepted).toBe(
      true,
    );
  });

  it('evaluatePolicy parses no signature when there are too many', () => {
    expect(reasonsOf(evaluate(signed({}, { signatures: Array<string>(60_000).fill('x') })))).toEqual([
      'signed_tx.signatures: has 60000; at most 32 are relayed',
    ]);
  });

  it('evaluatePolicy accepts changed bytes only as a whole transaction that passes by itself', () => {
    const original = hexToBytes(
      signed({ actions: [transfer, action('dex', 'cancelorder', '0102030405')] }).packed_trx,
    );
    const mutation = fc.oneof(
      fc.record({ at: fc.nat(original.length - 1), byte: fc.integer({ min: 0, max: 255 }) }),
      fc.record({ at: fc.nat(original.length - 1), insert: fc.integer({ min: 0, max: 255 }) }),
      fc.record({ at: fc.nat(original.length - 1), remove: fc.constant(true) }),
    );
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const bytes = [...original];
        for (const change of mutations) {
          if ('byte' in change) bytes[change.at] = change.byte;
          else if ('insert' in change) bytes.splice(change.at, 0, change.insert);
          else bytes.splice(change.at, 1);
        }
        const request = { ...accepted, packed_trx: Buffer.from(bytes).toString('hex') };
        const decision = evaluate(request);
        if (!decision.accepted) return;
        const read = unpackTransaction(Uint8Array.from(bytes));
        const expiresMs = Date.parse(`${read.expiration}Z`);
        expect(bytesToHex(packTransaction(read))).toBe(request.packed_trx);
        expect(decision.id).toBe(transactionId(Uint8Array.from(bytes)));
        expect(read.actions.length).toBeGreaterThan(0);
        expect(
          read.actions.every((one) =>
            RULES.relayed.some(({ account, name }) => one.account === account && one.name === name),
          ),
        ).toBe(true);
        expect([
          read.delay_sec,
          read.context_free_actions.length,
          read.transaction_extensions.length,
        ]).toEqual([0, 0, 0]);
        expect(expiresMs > NOW_MS && expiresMs <= NOW_MS + 600_000).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('evaluatePolicy never throws on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, signature) => {
        const packed_trx = Buffer.from(bytes).toString('hex');
        const request = { ...accepted, packed_trx, signatures: [signature] };
        expect(evaluate(request).accepted).toBe(false);
      }),
    );
  });
});
