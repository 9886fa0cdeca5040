import { derivePrivateKey, type PackedAction, packTransaction, referenceBlock } from '@app/antelope';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain, type PushOptions, refusalOf } from '../../harness/chain/in-process-chain';

const quantity = { symbol: 'BTC', precision: 8, units: 100_000_000n };
const pay = (memo = '', ...authorization: string[]): PackedAction =>
  actionOf(
    'btc.token',
    transfer,
    { from: 'alice', to: 'bob', quantity, memo },
    ...(authorization.length > 0 ? authorization : ['alice']),
  );

describe('a transaction is refused', () => {
  const kernel = new InProcessChain();
  const alice = kernel.key('alice');
  const bob = kernel.key('bob');
  const stranger = derivePrivateKey('stranger');
  const { id: headId } = kernel.chain.head();

  const cases: [string, PackedAction[], PushOptions, number, string | RegExp][] = [
    [
      'without authorization',
      [actionOf('btc.token', transfer, { from: 'alice', to: 'bob', quantity, memo: '' })],
      { keys: [alice] },
      3040003,
      'transaction must have at least one authorization',
    ],
    ['without actions', [], { keys: [alice] }, 3040003, 'transaction must have at least one authorization'],
    [
      'for an unknown permission',
      [pay('', 'alice@nosuch')],
      { keys: [alice] },
      3040000,
      `action's authorizations include a non-existent permission: {"actor":"alice","permission":"nosuch"}`,
    ],
    [
      'for an unknown actor',
      [pay('', 'nobody')],
      { keys: [alice] },
      3040000,
      "action's authorizing actor 'nobody' does not exist",
    ],
    [
      'for an unknown contract',
      [{ ...pay(), account: 'nosuch.token' }],
      { keys: [alice] },
      3040000,
      "action's code account 'nosuch.token' does not exist",
    ],
    [
      'without signature',
      [pay()],
      { keys: [] },
      3090003,
      /^transaction declares authority '\{"actor":"alice","permission":"active"\}', but does not have signatures for it under a provided delay of 0 ms, provided permissions \[\], provided keys \[\], and a delay max limit of 3888000000 ms$/,
    ],
    [
      'with a signature of another key',
      [pay()],
      { keys: [stranger] },
      3090003,
      /provided keys \["EOS[1-9A-HJ-NP-Za-km-z]+"\]/,
    ],
    [
      'with a permission below the minimum',
      [actionOf('cbtc.token', transfer, { from: 'alice', to: 'bob', quantity, memo: '' }, 'alice@agent')],
      { keys: [kernel.key('alice', 'agent')] },
      3090005,
      `action declares irrelevant authority '{"actor":"alice","permission":"agent"}'; minimum authority is {"actor":"alice","permission":"active"}`,
    ],
    [
      'with an unused signature',
      [pay()],
      { keys: [alice, bob] },
      3090002,
      /^transaction bears irrelevant signatures from these keys: \["EOS/,
    ],
    [
      'with two signatures of one key',
      [pay()],
      { keys: [alice, alice] },
      3090001,
      /^transaction includes more than one signature signed using the same key associated with public key: EOS/,
    ],
    [
      'when it is expired',
      [pay()],
      { header: { expiration: '2026-03-01T11:59:59' } },
      3040005,
      /^expired transaction [0-9a-f]{64}, expiration 2026-03-01T11:59:59, block time 2026-03-01T12:00:0/,
    ],
    [
      'with an expiration beyond the maximum lifetime',
      [pay()],
      { header: { expiration: '2026-03-01T13:00:09' } },
      3040006,
      /^Transaction expiration is too far in the future relative to the reference time of .*, expiration is 2026-03-01T13:00:09 and the maximum transaction lifetime is 3600 seconds$/,
    ],
    [
      'with a wrong reference block prefix',
      [pay()],
      { header: { ...referenceBlock(headId), ref_block_prefix: 1 } },
      3040007,
      "Transaction's reference block did not match. Is this transaction from a different fork?",
    ],
    [
      'with an unknown reference block',
      [pay()],
      { header: { ref_block_num: 60_000, ref_block_prefix: 1 } },
      3040007,
      /reference block did not match/,
    ],
    ['with a delay', [pay()], { header: { delay_sec: 1 } }, 3040000, 'transaction cannot be delayed'],
    [
      'with extensions',
      [pay()],
      { header: { transaction_extensions: [[0, '']] } },
      3100006,
      'no transaction extensions supported yet for input transactions',
    ],
    [
      'with authorized context-free actions',
      [pay()],
      { header: { context_free_actions: [pay()] } },
      3040000,
      'context-free actions cannot have authorizations',
    ],
    [
      'over its own NET limit',
      [pay()],
      { header: { max_net_usage_words: 5 } },
      3080002,
      /^transaction net usage is too high: \d+ > 40$/,
    ],
    [
      'when the contract refuses',
      [pay('x'.repeat(257))],
      {},
      3050003,
      'assertion failure with message: memo has more than 256 bytes',
    ],
  ];

  it.each(cases)('a transaction is refused %s', (_, actions, options, code, detail) => {
    const before = kernel.chain.stateDigest();
    const refusal = kernel.refusal(actions, options);
    expect(refusal.code).toBe(code);
    if (typeof detail === 'string') expect(refusal.details[0]).toBe(detail);
    else expect(refusal.details[0]).toMatch(detail);
    expect(kernel.chain.stateDigest()).toBe(before);
  });

  it('a transaction with several faults is refused with the reason that nodeos finds first', () => {
    // From the last to the first: each case adds a reason that is found before the others.
    const wrongPermission = [
      actionOf('cbtc.token', transfer, { from: 'alice', to: 'bob', quantity, memo: '' }, 'alice@agent'),
    ];
    const codes = [
      kernel.refusal(wrongPermission, { keys: [] }),
      kernel.refusal(wrongPermission, { keys: [], header: { max_net_usage_words: 5 } }),
      kernel.refusal([{ ...pay(), authorization: [] }], { keys: [], header: { max_net_usage_words: 5 } }),
      kernel.refusal([{ ...pay(), authorization: [] }], { keys: [], header: { ref_block_prefix: 1 } }),
      kernel.refusal([{ ...pay(), authorization: [] }], {
        keys: [],
        header: { ref_block_prefix: 1, expiration: '2026-03-01T13:00:09' },
      }),
      kernel.refusal([{ ...pay(), authorization: [] }], {
        keys: [],
        header: { ref_block_prefix: 1, expiration: '2026-03-01T11:00:00' },
      }),
      kernel.refusal([pay()], {
        keys: [alice, alice],
        header: { ref_block_prefix: 1, expiration: '2026-03-01T11:00:00' },
      }),
    ].map(({ code }) => code);
    expect(codes).toEqual([3090005, 3080002, 3040003, 3040007, 3040006, 3040005, 3090001]);
    // The first three to be found have no trace: the transaction did not get to run.
    const early = [
      kernel.refusal([pay()], { keys: [alice, alice], header: { delay_sec: 1 } }),
      kernel.refusal([pay()], { keys: [alice, alice] }),
      kernel.refusal([pay()], { header: { expiration: '2026-03-01T11:00:00' } }),
    ];
    expect(early.map(({ code, trace }) => [code, trace])).toEqual([
      [3040000, undefined],
      [3090001, undefined],
      [3040005, undefined],
    ]);
    expect(kernel.refusal(wrongPermission).trace?.except).toBeDefined();
  });

  it.each(['updateauth', 'deleteauth', 'linkauth', 'unlinkauth'])(
    'a transaction is refused when the data of %s is truncated before its permissions',
    (name) => {
      const cut = {
        account: 'eosio',
        name,
        authorization: [{ actor: 'alice', permission: 'active' }],
        data: '00',
      };
      expect(kernel.refusal([cut]).code).toBe(8);
    },
  );

  it('a transaction with reference block 0 and prefix 0 is accepted below block 65,536', () => {
    expect(kernel.push([pay()], { header: { ref_block_num: 0, ref_block_prefix: 0 } }).receipt).toBeDefined();
  });

  it('a transaction that a contract refuses has the console output in the second detail', () => {
    expect(kernel.refusal([pay('x'.repeat(257))]).details).toEqual([
      'assertion failure with message: memo has more than 256 bytes',
      'btc.token <= btc.token::transfer pending console output: ',
    ]);
  });

  it('a transaction pushed again is refused as a duplicate, and as expired after its expiration', () => {
    const packed = kernel.pack([pay('once')]);
    const { id } = kernel.chain.push(packed);
    expect(refusalOf(() => kernel.chain.push(packed))).toMatchObject({
      code: 3040008,
      details: [`duplicate transaction ${id}`],
    });
    kernel.nextBlock(3);
    expect(refusalOf(() => kernel.chain.push(packed)).code).toBe(3040008);
    const { transactionsRemembered } = kernel.chain.memory();
    kernel.nextBlock();
    kernel.clock.advance(3_600_000);
    expect(refusalOf(() => kernel.chain.push(packed)).code).toBe(3040005);
    expect(kernel.chain.memory().transactionsRemembered).toBeLessThan(transactionsRemembered);
  });

  it.each([
    ['truncated', (bytes: Uint8Array) => bytes.slice(0, -1)],
    ['followed by other bytes', (bytes: Uint8Array) => Uint8Array.of(...bytes, 0)],
    ['empty', () => new Uint8Array()],
  ])('a transaction is refused when its bytes are %s', (_, damage) => {
    const packedTrx = damage(packTransaction(kernel.transaction([pay()])));
    const input = {
      signatures: [],
      compression: 'none' as const,
      packedContextFreeData: new Uint8Array(),
      packedTrx,
    };
    expect(refusalOf(() => kernel.chain.push(input)).code).toBe(3010010);
    expect(refusalOf(() => kernel.chain.compute(input)).code).toBe(3010010);
  });

  it('a transaction is refused when a signature is malformed', () => {
    const packed = { ...kernel.pack([pay()]), signatures: ['SIG_K1_nonsense'] };
    expect(refusalOf(() => kernel.chain.push(packed)).code).toBe(3010010);
  });
});
