import { LimitedLog, Metrics } from '@app/operations';
import { ManagementServer } from '../../../apps/gateway/src/management/management.server';
import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { until } from '../../harness/until';
import { callTool, isCoolingDown, LiedChain, statusOf } from './support';

interface Answer {
  readonly node: string;
  readonly sha256: string;
  readonly outvoted: boolean;
}

interface Comparisons {
  readonly verify: string;
  readonly compared: readonly (Readonly<Record<string, number>> & { readonly node: string })[];
  readonly disagreements: readonly (Readonly<Record<string, unknown>> & {
    readonly answers: readonly Answer[];
  })[];
}

const CURRENCY_BALANCE = '/v1/chain/get_currency_balance';

let world: LiedChain;
let gateway: RunningGateway;
let lines: (Readonly<Record<string, unknown>> & { readonly kind: string; readonly message: string })[];
beforeAll(async () => {
  world = await LiedChain.start();
});
afterAll(() => world.close());
afterEach(async () => {
  world.restore();
  await gateway.close();
});

async function start(nodes: number): Promise<void> {
  gateway = await world.gateway(nodes);
  lines = [];
  jest.spyOn(gateway.app.get(LimitedLog), 'warn').mockImplementation((kind, fields, message) => {
    if (kind.startsWith('disagreement')) lines.push({ kind, ...fields, message });
  });
  await gateway.app.get(ManagementServer, { strict: false }).listen();
}

async function comparisons(): Promise<Comparisons> {
  const { url } = gateway.app.get(ManagementServer, { strict: false });
  const info = (await (await fetch(`${url}/info`)).json()) as {
    readonly networks: readonly { readonly comparisons: Comparisons }[];
  };
  return info.networks[0]!.comparisons;
}

/** Comparisons of a node by the metrics. */
async function counted(node: string): Promise<Readonly<Record<string, number>>> {
  const { values } = await gateway.app.get(Metrics).nodeComparisons.get();
  const own = values.filter(({ labels }) => labels['node'] === node);
  return Object.fromEntries(own.map(({ labels, value }) => [String(labels['result']), value]));
}

const getVault = () => callTool(gateway, 'get_vault', { account: 'alice' });

describe('the evidence of a disagreement', () => {
  it('a node that two others contradict is named in /info, the log and the metrics, with request, head and hashes', async () => {
    world.liar.lies.set(CURRENCY_BALANCE, () => ['99.00000000 CBTC']);
    await start(3);
    await until(async () => {
      expireReadCache();
      await getVault();
      return isCoolingDown(gateway, 'node-3');
    });

    const { verify, compared, disagreements } = await comparisons();
    expect(verify).toBe('quorum');
    expect(compared.find(({ node }) => node === 'node-3')).toMatchObject({ differed: 1 });
    const [found] = disagreements;
    expect(found).toMatchObject({ route: CURRENCY_BALANCE, member: '0' });
    expect(JSON.parse(String(found!['asked']))).toMatchObject({ symbol: 'CBTC' });
    const number = Number(found!['head_block_num']);
    expect(found!['head_block_id']).toMatch(new RegExp(`^${number.toString(16).padStart(8, '0')}`));
    const byNode = new Map(found!.answers.map((answer) => [answer.node, answer]));
    const [first, second, liar] = ['node-1', 'node-2', 'node-3'].map((label) => byNode.get(label)!);
    expect([first!.outvoted, second!.outvoted, liar!.outvoted]).toEqual([false, false, true]);
    expect(first!.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(first!.sha256).toBe(second!.sha256);
    expect(liar!.sha256).not.toBe(first!.sha256);

    expect(await counted('node-3')).toMatchObject({ differed: 1 });
    expect(await counted('node-1')).toMatchObject({ differed: 0 });
    expect(lines).toMatchObject([{ kind: 'disagreement mainnet', route: CURRENCY_BALANCE, member: '0' }]);
    expect(lines[0]!.message).toBe(
      `the nodes disagree: ${CURRENCY_BALANCE}, 0: they differ at block ${number}`,
    );
    expect(statusOf(gateway, 'node-3').fitness.why).toContain(`${CURRENCY_BALANCE}, 0: they differ at block`);
    const fit = (await gateway.app.get(Metrics).nodeFit.get()).values;
    expect(fit.find(({ labels }) => labels['node'] === 'node-3')).toMatchObject({ value: 0 });
  });

  it('two nodes that differ are both counted, and neither is named as the wrong one', async () => {
    world.liar.lies.set(CURRENCY_BALANCE, () => ['99.00000000 CBTC']);
    await start(2);
    await until(
      async () => (expireReadCache(), await getVault(), (await comparisons()).disagreements.length > 0),
    );
    const [found] = (await comparisons()).disagreements;
    expect(found!.answers.map(({ node, outvoted }) => [node, outvoted]).toSorted()).toEqual([
      ['node-2', false],
      ['node-3', false],
    ]);
    expect(await counted('node-2')).toMatchObject({ differed: expect.any(Number) as number });
    const [two, three] = [await counted('node-2'), await counted('node-3')];
    expect(two['differed']).toBeGreaterThan(0);
    expect(three['differed']).toBe(two['differed']);
  });

  it('evidence is bounded, however long the name of a member is and however often nodes disagree', async () => {
    world.liar.lies.set('/v1/chain/get_table_rows', (answer) => {
      const page = answer as { readonly rows: readonly object[] };
      return { ...page, rows: page.rows.map((row) => ({ ...row, ['m'.repeat(5_000)]: 1 })) };
    });
    await start(2);
    await until(async () => {
      expireReadCache();
      const { body } = await callTool(gateway, 'get_deposit_address', { account: 'alice' });
      expect(JSON.stringify(body).length).toBeLessThan(1_000);
      return lines.length > 8;
    });
    const { disagreements } = await comparisons();
    expect(disagreements.length).toBe(8);
    expect(disagreements[0]!['member']).toMatch(/^rows\.0\.m+\.\.\.$/);
    expect(JSON.stringify(disagreements[0]).length).toBeLessThan(1_500);
  });

  it('nodes that agree leave counts and no evidence', async () => {
    await start(2);
    expect(await getVault()).toMatchObject({ status: 200, verified: '2/2' });
    const { compared, disagreements } = await comparisons();
    expect(disagreements).toEqual([]);
    expect(compared.map(({ node }) => node)).toEqual(['node-2', 'node-3']);
    for (const counts of compared) expect(counts).toMatchObject({ differed: 0, unavailable: 0 });
    expect(compared[0]!['agreed']).toBeGreaterThan(0);
    expect(lines).toEqual([]);
  });
});
