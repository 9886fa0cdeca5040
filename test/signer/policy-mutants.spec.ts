import fc from 'fast-check';
import { stringify } from 'yaml';
import { SpendingState } from '../../apps/signer/src/ledger/spending-rules';
import { type Policy, PolicyError, readPolicy } from '../../apps/signer/src/policy/policy';
import { EXAMPLE_POLICY, PROFILE_TEXT } from '../../apps/signer/src/testing/example-policy';
import { TestGateway } from '../harness/gateway/test-gateway';
import { allOr, longOr } from '../harness/long';
import { FrozenNodes } from './support/frozen-nodes';
import { contentOf, statesMore, structuralMutants, textMutants } from './support/policy-mutants';
import { type Answer, ANSWERS, answerTo, type Probe, signedBefore } from './support/policy-probes';

const HOME = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const HOUR_MS = 3_600_000;

/** The calls, each small and large, right and wrong, at both sides of every limit of the example. */
const CALLS: readonly (readonly [string, object])[] = [
  ...['1', '20', '20.01', '25', '26', '1000'].flatMap((amount) =>
    ['bob', 'carol', 'dex', 'usdt.token'].map((to) => ['transfer', { to, symbol: 'USDT', amount }] as const),
  ),
  ['transfer', { to: 'bob', symbol: 'USDT', amount: '1', memo: 'home' }],
  ['transfer', { to: 'bob', symbol: 'USDT', amount: '1', memo: 'x' }],
  ['transfer', { to: 'bob', symbol: 'BTC', amount: '0.0001' }],
  ['transfer', { to: 'bob', symbol: 'NATIVE', amount: '1' }],
  ...['39999', '79000', '79700', '80000', '80300', '81000', '160001'].flatMap((price) =>
    ['buy', 'sell'].flatMap((side) =>
      ['0.0001', '0.0004'].map(
        (amount) => ['place_order', { pair: 'btcusdt', side, price, amount }] as const,
      ),
    ),
  ),
  ['place_order', { pair: 'nativebtc', side: 'buy', price: '0.00001', amount: '1' }],
  ['cancel_order', { pair: 'btcusdt', order_id: 1 }],
  ...['lend', 'redeem'].flatMap((tool) =>
    [5, 6].flatMap((pool_id) =>
      ['1', '26', '101'].map(
        (amount) => [tool, { pool_id, [tool === 'lend' ? 'amount_usdt' : 'amount_tpf']: amount }] as const,
      ),
    ),
  ),
  ['cancel_redeem', { id: 1 }],
  ...['1', '110', '130', '500', '1001'].flatMap((amount_usdt) =>
    [400, 501].map((max_apr_bps) => ['borrow', { amount_usdt, max_apr_bps, pool_id: 6 }] as const),
  ),
  ['borrow', { amount_usdt: '1', max_apr_bps: 400, pool_id: 5 }],
  ['cancel_loan_request', {}],
  ['repay', { amount_usdt: '1' }],
  ['repay', { amount_usdt: '26' }],
  ...[HOME, STRANGER].flatMap((btc_address) => [
    ...['0.0001', '0.002'].map((amount) => ['withdraw_btc', { amount, btc_address }] as const),
    ...['0.0001', '0.006', '0.02'].map(
      (amount_cbtc) => ['withdraw_collateral', { amount_cbtc, btc_address }] as const,
    ),
  ]),
  ['setup_vault', {}],
  ['compose_plan', { steps: [{ tool: 'transfer', input: { to: 'bob', symbol: 'USDT', amount: '1' } }] }],
];

describe('changed texts of a policy, with a chain for the rules that read one', () => {
  let gateway: TestGateway;
  let nodes: FrozenNodes;
  let example: typeof EXAMPLE_POLICY;
  let original: Policy;
  let probes: readonly Probe[];
  /** Answers of the original, by the index of the probe. */
  let answers: Answer[];

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.execute('lend', { account: 'bob', amount_usdt: '2000' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '0.01');
    await gateway.execute('borrow', { account: 'alice', amount_usdt: '200', max_apr_bps: 2000 });
    const order = { account: 'alice', pair: 'btcusdt', side: 'buy', price: '50000', amount: '0.0004' };
    await gateway.execute('place_order', order);
    await gateway.admin('price', { price: '80000' });
    await gateway.admin('advance-time', { seconds: 40 });
    const info = await gateway.chain.read<{ chain_id: string; head_block_time: string }>('get_info');
    nodes = new FrozenNodes(gateway.chain.url);
    const now = new Date(`${info.head_block_time}Z`);
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][now.getUTCDay()]!;
    const btcusdt = EXAMPLE_POLICY.allow.place_order!.pairs.btcusdt!;
    const guarded = { ...btcusdt, price_guard: { ...btcusdt.price_guard!, max_age: '1m' } };
    example = {
      ...EXAMPLE_POLICY,
      ...{ chain_id: info.chain_id, nodes: [await nodes.start(), await nodes.start()] },
      allow: { ...EXAMPLE_POLICY.allow, place_order: { pairs: { btcusdt: guarded } } },
      hours: { zone: 'Etc/UTC', within: [`${day} 00:00-24:00`] },
    };
    original = readPolicy(stringify(example), PROFILE_TEXT);
    probes = probesAt(now.getTime());
    // One after the other: beside all others a busy machine reads nodes too late, and the call is refused.
    answers = [];
    for (const probe of probes) answers.push(await answerTo(probe, original));
  });
  afterAll(async () => {
    nodes.close();
    await gateway.close();
  });

  function probesAt(nowMs: number): Probe[] {
    const own = { permission: 'agent', network: 'mainnet' };
    const calls = CALLS.map(([tool, input]) => ({
      tool,
      input: { ...own, [tool === 'transfer' ? 'from' : 'account']: 'alice', ...input },
    }));
    const executed = { nowMs, expiresAt: nowMs - 1, receivers: ['bob', HOME] };
    const each = (tools: readonly string[]) => tools.map((tool) => calls.find((call) => call.tool === tool)!);
    const few = each(['transfer', 'place_order', 'borrow', 'cancel_order', 'repay']);
    const nothing = { nowMs, signed: signedBefore({}, { ...executed, count: 1 }) };
    return [
      ...calls.map((call) => ({ ...call, ...nothing })),
      ...few.flatMap((call) => [
        // No account was paid before.
        { ...call, nowMs, signed: new SpendingState() },
        { ...call, ...nothing, stopFile: EXAMPLE_POLICY.stop_file! },
        // The head of the nodes is behind; the day is not one of the hours; the price is stale.
        { ...call, ...nothing, nowMs: nowMs + 29_000 },
        { ...call, ...nothing, nowMs: nowMs - 24 * HOUR_MS, headsReadMs: nowMs },
        {
          ...{ ...call, nowMs },
          signed: signedBefore({ USDT: '1000000000', transactions: '1' }, { ...executed, count: 2 }),
        },
        { ...call, nowMs, signed: signedBefore({ transactions: '1' }, { ...executed, count: 30 }) },
        {
          ...{ ...call, nowMs },
          signed: signedBefore({ transactions: '1' }, { nowMs, count: 2, expiresAt: nowMs + 30_000 }),
        },
      ]),
    ];
  }

  /** Calls that a text allows and the original does not; undefined where the signer does not start. */
  async function allowedBeyond(text: string): Promise<string[] | undefined> {
    let policy: Policy;
    try {
      policy = readPolicy(text, PROFILE_TEXT);
    } catch (error) {
      expect(error).toBeInstanceOf(PolicyError);
      return undefined;
    }
    const beyond = await Promise.all(
      probes.map(async (probe, index) => {
        const before = answers[index]!;
        const after = before === 2 ? 2 : await answerTo(probe, policy);
        if (after <= before) return [];
        return [`${probe.tool} ${JSON.stringify(probe.input)}: ${ANSWERS[before]}, now ${ANSWERS[after]}`];
      }),
    );
    return beyond.flat();
  }

  const seen = { stopped: 0, stating: 0, judged: 0 };
  async function check(text: string): Promise<void> {
    const same = stringify(contentOfReadable(text)) === stringify(example);
    if (same) return;
    const content = contentOfReadable(text);
    if (content !== undefined && statesMore(example, content)) {
      seen.stating += 1;
      return;
    }
    const beyond = await allowedBeyond(text);
    if (beyond === undefined) seen.stopped += 1;
    else seen.judged += 1;
    expect({ text: beyond?.length ? text : '', beyond: beyond ?? [] }).toEqual({ text: '', beyond: [] });
  }

  function contentOfReadable(text: string): unknown {
    try {
      return contentOf(text);
    } catch {
      return undefined;
    }
  }

  it('the calls meet every rule: the example signs, asks and refuses calls of each kind', () => {
    const found = new Map<string, Set<Answer>>();
    for (const [index, { tool }] of probes.entries())
      found.set(tool, (found.get(tool) ?? new Set()).add(answers[index]!));
    const all = Object.fromEntries([...found].map(([tool, of]) => [tool, [...of].sort()]));
    const asking = Object.fromEntries(
      ['borrow', 'place_order', 'repay', 'transfer'].map((tool) => [tool, [0, 1, 2]]),
    );
    const plain = ['cancel_order', 'lend', 'redeem', 'withdraw_btc', 'withdraw_collateral'];
    const stale = probes.findIndex(({ tool, nowMs }) => tool === 'place_order' && nowMs > probes[0]!.nowMs);
    expect(answers[stale]).toBe(0);
    expect(all).toMatchObject({
      ...asking,
      ...Object.fromEntries(plain.map((tool) => [tool, [0, 2]])),
      ...{ cancel_redeem: [2], cancel_loan_request: [2], setup_vault: [0], compose_plan: [0] },
    });
  });

  it('a member that is misspelt, moved, left out or odd stops the start, or allows no further call', async () => {
    for (const text of structuralMutants(example, longOr(true, false))) await check(text);
    expect(seen.stopped).toBeGreaterThan(150);
    expect(seen.judged).toBeGreaterThan(10);
  });

  it('a text with slips of an editor stops the start, or allows no further call', async () => {
    const judgedBefore = seen.judged;
    await fc.assert(fc.asyncProperty(textMutants(stringify(example)), check), {
      numRuns: longOr(6_000, allOr(250, 60)),
      ...(process.env.TEST_LONG !== '1' && { seed: 7 }),
    });
    expect(seen.judged).toBeGreaterThan(judgedBefore + allOr(5, 1));
  });
});
