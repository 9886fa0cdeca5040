import { bytesToHex, hexToBytes, packTransaction, type Transaction, unpackTransaction } from '@app/antelope';
import {
  type AbiJson,
  type ComposeCall,
  DEVELOPMENT_PROFILE,
  layoutsOf,
  type OwnChain,
  type ProposalAnswer,
  VERIFIED_TOOLS,
  VerificationError,
  verifyProposal,
} from '@app/client';
import { TestGateway } from '../../harness/gateway/test-gateway';

const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const ORDER = { account: 'alice', pair: 'btcusdt', price: '80000.5', amount: '0.00100001' } as const;

/** Calls that the development chain composes; the order and the redemption with id 1 are made before. */
const CALLS: readonly ComposeCall[] = [
  { tool: 'transfer', body: { from: 'alice', to: 'bob', symbol: 'NATIVE', amount: '1.5', memo: 'für dich' } },
  {
    tool: 'transfer',
    body: { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00000001', permission: 'agent' },
  },
  { tool: 'place_order', body: { ...ORDER, side: 'buy' } },
  { tool: 'place_order', body: { ...ORDER, side: 'sell', post_only: true } },
  {
    tool: 'place_order',
    body: { account: 'alice', pair: 'nativebtc', side: 'buy', price: '0.0000123456', amount: '7' },
  },
  { tool: 'cancel_order', body: { account: 'alice', pair: 'btcusdt', order_id: 1 } },
  { tool: 'lend', body: { account: 'alice', amount_usdt: '12.5' } },
  { tool: 'redeem', body: { account: 'alice', amount_tpf: '2', pool_id: 6 } },
  { tool: 'borrow', body: { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000 } },
  { tool: 'cancel_loan_request', body: { account: 'alice' } },
  { tool: 'repay', body: { account: 'alice', amount_usdt: '0.1' } },
  { tool: 'setup_vault', body: { account: 'alice' } },
  { tool: 'withdraw_collateral', body: { account: 'alice', amount_cbtc: '0.01', btc_address: ADDRESS } },
  { tool: 'withdraw_btc', body: { account: 'alice', amount: '0.1', btc_address: ADDRESS } },
  {
    tool: 'compose_plan',
    body: {
      steps: [
        { tool: 'cancel_order', input: { account: 'alice', pair: 'btcusdt', order_id: 1 } },
        { tool: 'place_order', input: { ...ORDER, side: 'sell', price: '999999' } },
        { tool: 'transfer', input: { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.5' } },
        { tool: 'lend', input: { account: 'alice', amount_usdt: '3' } },
      ],
    },
  },
  {
    tool: 'compose_plan',
    body: {
      steps: [
        { tool: 'setup_vault', input: { account: 'alice' } },
        { tool: 'lend', input: { account: 'alice', amount_usdt: '3' } },
      ],
    },
  },
];

/** Another value of the same form for each member of a body. */
const OTHER: Readonly<Record<string, unknown>> = {
  ...{
    from: 'carol',
    to: 'carol',
    account: 'carol',
    symbol: 'USDT',
    side: 'buy',
    pair: 'nativebtc',
    memo: 'x',
  },
  ...{
    amount: '0.3',
    price: '0.5',
    amount_usdt: '999',
    amount_tpf: '999',
    amount_cbtc: '0.5',
    max_apr_bps: 1999,
  },
  ...{
    order_id: 2,
    pool_id: 5,
    steps: [{ tool: 'lend', input: { account: 'alice', amount_usdt: '3' } }],
    permission: 'owner',
    btc_address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  },
};

const [ALICE, BOB] = [
  { actor: 'alice', permission: 'active' },
  { actor: 'bob', permission: 'active' },
];
/** The bytes of a proposal, changed in one respect. */
const LIES: readonly (readonly [string, (transaction: Transaction) => Partial<Transaction>])[] = [
  ['another contract', ({ actions }) => ({ actions: actions.map((each) => ({ ...each, account: 'evil' })) })],
  ['another action', ({ actions }) => ({ actions: actions.map((each) => ({ ...each, name: 'evil' })) })],
  ['no action', () => ({ actions: [] })],
  ['one action less', ({ actions }) => ({ actions: actions.slice(1) })],
  ['its last action twice', ({ actions }) => ({ actions: [...actions, actions.at(-1)!] })],
  [
    'one action more',
    ({ actions: [first, ...others] }) => ({ actions: [first!, ...others, { ...first!, name: 'close' }] }),
  ],
  [
    'a second authorization',
    ({ actions }) => ({
      actions: actions.map((each) => ({ ...each, authorization: [...each.authorization, BOB] })),
    }),
  ],
  [
    'no authorization',
    ({ actions }) => ({ actions: actions.map((each) => ({ ...each, authorization: [] })) }),
  ],
  [
    'another permission',
    ({ actions }) => ({
      actions: actions.map((each) => ({ ...each, authorization: [{ ...ALICE, permission: 'owner' }] })),
    }),
  ],
  ['a delay', () => ({ delay_sec: 1 })],
  ['a limit of CPU time', () => ({ max_cpu_usage_ms: 1 })],
  [
    'a context-free action',
    ({ actions: [first] }) => ({ context_free_actions: [{ ...first!, authorization: [] }] }),
  ],
  ['an extension', () => ({ transaction_extensions: [[1, '00']] })],
];

describe('verifyProposal', () => {
  let gateway: TestGateway;
  let chain: OwnChain;
  let proposals: readonly (readonly [ComposeCall, ProposalAnswer])[];

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    const { chain_id: id } = await gateway.chain.read<{ chain_id: string }>('get_info');
    chain = { id, profile: DEVELOPMENT_PROFILE };
    await gateway.execute('place_order', { ...ORDER, side: 'sell', price: '1000000' });
    await gateway.execute('lend', { account: 'alice', amount_usdt: '100' });
    gateway.chain.devchain.chain.produceBlock();
    const composed = CALLS.map(async ({ tool, body }) => gateway.compose(tool, body as never));
    proposals = (await Promise.all(composed)).map((each, at) => [CALLS[at]!, each as never]);
  });
  afterAll(() => gateway.close());

  it('the layouts of the development profile are those of the ABIs of the chain', async () => {
    const accounts = [...new Set(Object.keys(DEVELOPMENT_PROFILE.layouts).map((key) => key.split('::')[0]!))];
    const abis = await Promise.all(
      accounts.map(async (account_name) => {
        const { abi } = await gateway.chain.read<{ abi: AbiJson }>('get_abi', { account_name });
        return [account_name, abi] as const;
      }),
    );
    expect(layoutsOf(Object.fromEntries(abis))).toMatchObject(DEVELOPMENT_PROFILE.layouts);
  });

  it('verifyProposal accepts what the gateway composes, with the digest and the id of the gateway', async () => {
    for (const [call, proposal] of proposals) {
      const { digest, id, packed } = await verifyProposal(call, proposal, chain, Date.now());
      expect(Buffer.from(digest).toString('hex')).toBe(proposal.transaction.signing_digest);
      expect(id).toBe(proposal.transaction.transaction_id);
      expect(Buffer.from(packed).toString('hex')).toBe(proposal.transaction.packed_trx);
    }
    const tools = new Set(proposals.map(([{ tool }]) => tool));
    expect(VERIFIED_TOOLS.filter((tool) => !tools.has(tool))).toEqual(['cancel_redeem']);
  });

  it('verifyProposal refuses the proposal of a call that differs in one member', async () => {
    let changes = 0;
    for (const [{ tool, body }, proposal] of proposals)
      for (const member of Object.keys(body).filter((name) => name !== 'post_only')) {
        const wanted = { tool, body: { ...body, [member]: OTHER[member] } } as never;
        if (OTHER[member] === (body as never)[member]) continue;
        await expect(verifyProposal(wanted, proposal, chain, Date.now())).rejects.toThrow(VerificationError);
        changes += 1;
      }
    expect(changes).toBeGreaterThan(40);
  });

  it('verifyProposal accepts no flipped bit but in expiry, reference block and net limit', async () => {
    const nowMs = Date.now();
    for (const [call, proposal] of proposals) {
      const packed = Buffer.from(proposal.transaction.packed_trx, 'hex');
      for (let bit = 8 * 14; bit < 8 * packed.length; bit += 1) {
        const flipped = Buffer.from(packed);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        const transaction = { ...proposal.transaction, packed_trx: flipped.toString('hex') };
        await expect(verifyProposal(call, { ...proposal, transaction }, chain, nowMs)).rejects.toThrow(
          VerificationError,
        );
      }
    }
  });

  it.each(LIES)('verifyProposal refuses the bytes of a proposal with %s', async (_, change) => {
    for (const [call, proposal] of proposals) {
      const packed = unpackTransaction(hexToBytes(proposal.transaction.packed_trx));
      const lie = bytesToHex(packTransaction({ ...packed, ...change(packed) }));
      const transaction = { ...proposal.transaction, packed_trx: lie };
      await expect(verifyProposal(call, { ...proposal, transaction }, chain, Date.now())).rejects.toThrow(
        VerificationError,
      );
    }
  });

  it('verifyProposal refuses an expiry far ahead, an over-long count, more bytes, and bytes of another case', async () => {
    const [call, proposal] = proposals[0]!;
    const { packed_trx } = proposal.transaction;
    const late = Buffer.from(packed_trx, 'hex');
    late.writeUInt32LE(Math.floor(Date.now() / 1000) + 3600);
    const lies = [
      late.toString('hex'),
      packed_trx.slice(0, 28) + '8000' + packed_trx.slice(30),
      `${packed_trx}00`,
      packed_trx.toUpperCase(),
      '',
      undefined,
    ];
    for (const lie of lies) {
      const transaction = { ...proposal.transaction, packed_trx: lie as string };
      await expect(verifyProposal(call, { ...proposal, transaction }, chain, Date.now())).rejects.toThrow(
        VerificationError,
      );
    }
  });

  it('verifyProposal refuses a plan whose steps differ in order, number, signer, or one member, and a plan in a plan', async () => {
    const [{ tool, body }, proposal] = proposals.find(([each]) => each.tool === 'compose_plan')!;
    const { steps } = body as Extract<ComposeCall, { tool: 'compose_plan' }>['body'];
    const lists: unknown[][] = [
      [],
      steps.slice(1),
      [...steps, steps[0]],
      [...steps].reverse(),
      [...steps.slice(0, -1), { tool: 'compose_plan', input: { steps } }],
      [...steps.slice(0, -1), { tool: 'get_orders', input: { account: 'alice' } }],
      ...steps.flatMap((step, index) =>
        Object.keys(step.input).map((member) =>
          steps.with(index, { ...step, input: { ...step.input, [member]: OTHER[member] } }),
        ),
      ),
    ];
    for (const list of lists) {
      const wanted = { tool, body: { steps: list } } as never;
      await expect(verifyProposal(wanted, proposal, chain, Date.now())).rejects.toThrow(VerificationError);
    }
  });

  it('the digest is that of the chain of the owner, whatever the proposal names', async () => {
    const [call, proposal] = proposals[0]!;
    const other = { ...chain, id: '00'.repeat(32) };
    const { digest } = await verifyProposal(call, proposal, other, Date.now());
    expect(Buffer.from(digest).toString('hex')).not.toBe(proposal.transaction.signing_digest);
  });

  it('the name of a new vault is one that the lending contract gives', async () => {
    const [call, proposal] = proposals.find(([{ tool }]) => tool === 'setup_vault')!;
    for (const vault_name of ['evilevi.dex', 'evil.loan', 'evilevil.loan', 'loan']) {
      const named = { ...proposal, vault_name } as ProposalAnswer;
      await expect(verifyProposal(call, named, chain, Date.now())).rejects.toThrow('no name of a vault');
    }
  });
});
