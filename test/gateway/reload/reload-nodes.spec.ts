import { systemClock } from '@app/operations';
import { Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { until } from '../../harness/until';
import { networksText, ReloadedGateway } from './support';

describe('reload of nodes', () => {
  let nodes: FakeNode[];
  let gateway: ReloadedGateway;
  let reads = 0;
  beforeEach(async () => {
    const chain = new FakeChain('reload of nodes');
    chain.headBlockTime = new Date(systemClock.now()).toISOString().replace('Z', '');
    nodes = await Promise.all([0, 1, 2].map(() => FakeNode.start(chain)));
  });
  afterEach(async () => {
    await gateway.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const row = (index: number, members = ''): string =>
    `{ url: '${nodes[index]!.url}', label: node-${index + 1}${members} }`;
  const start = async (rows: readonly string[]): Promise<void> => {
    gateway = await ReloadedGateway.start(rows);
    await read();
  };
  const read = (): Promise<string> => {
    reads += 1;
    return gateway.read(`reload${'abcdefghijklmnopqrstuvwxyz'[reads % 26]!}${'12345'[reads % 5]!}`);
  };
  const reader = async (): Promise<Set<string>> =>
    new Set(await Promise.all(Array.from({ length: 12 }, read)));

  it('a node that is added serves, one that is removed gets nothing more, without a failed read', async () => {
    await start([row(0), row(1)]);
    const stop = new AbortController();
    const answers: string[] = [];
    const load = (async () => {
      while (!stop.signal.aborted) answers.push(await read());
    })();
    expect(await gateway.reload([row(1), row(2)])).toEqual({
      status: 200,
      body: { outcome: 'applied', networks: ['mainnet'] },
    });
    const polls = nodes[0]!.requests.length;
    expect(await gateway.labels()).toEqual(['node-2', 'node-3']);
    await until(async () => (await reader()).has('node-3'));
    stop.abort();
    await load;
    expect(answers.filter((answer) => !answer.startsWith('node-'))).toEqual([]);
    expect(nodes[0]!.requests.length).toBeLessThanOrEqual(polls + 1);
    const metrics = await gateway.metrics();
    expect(metrics).not.toContain('gateway_node_fit{network="mainnet",node="node-1"}');
    expect(metrics).toContain('gateway_reloads_total{outcome="applied"} 1');
  });

  it('a node that stays keeps what is known of it, and takes over weight, backup and headers', async () => {
    await start([row(0), row(1)]);
    const stateOf = () => gateway.gateway.app.get(Chains).of('mainnet').nodeStatus();
    await until(() => stateOf().every(({ judged }) => judged.kind === 'fit'));
    const before = nodes[1]!.requests.length;
    await gateway.reload([row(0, ', backup: true'), row(1, ', weight: 3, headers: { x-key: first }')]);
    expect(stateOf().map(({ judged, isBackup }) => [judged.kind, isBackup])).toEqual([
      ['fit', true],
      ['fit', false],
    ]);
    await until(async () => (await reader()).has('node-2'));
    const since = nodes[1]!.requests.slice(before).filter(({ path }) => path === '/v1/chain/get_account');
    expect(since.map(({ headers }) => headers['x-key'])).toEqual(since.map(() => 'first'));
  });

  it('a request in flight is answered by the node that it was sent to, which left meanwhile', async () => {
    await start([row(0)]);
    let answer: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      nodes[0]!.override = (path, _body, response) => {
        if (path !== '/v1/chain/get_account') return false;
        answer = () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"late":true}');
        resolve();
        return true;
      };
    });
    const late = fetch(`${gateway.url}/v1/chain/get_account`, {
      method: 'POST',
      body: '{"account_name":"late"}',
    });
    await arrived;
    await gateway.reload([row(1)]);
    expect(await gateway.labels()).toEqual(['node-2']);
    answer();
    expect(await (await late).json()).toEqual({ late: true });
  });

  it('a mounted file that is exchanged is taken over without a command', async () => {
    await start([row(0)]);
    gateway.mount({ 'networks.yaml': networksText([row(0), row(1)]) });
    await until(async () => (await gateway.labels()).length === 2);
    expect(await gateway.labels()).toEqual(['node-1', 'node-2']);
  });

  it('a file with a problem is refused with its place, and the nodes of before serve until it is mended', async () => {
    await start([row(0)]);
    const problem = expect.stringMatching(
      /networks\.yaml: networks\.mainnet\.nodes\.0\.url: must be/,
    ) as string;
    expect(await gateway.reload([`{ url: 'ftp://node.example.org', label: other }`])).toEqual({
      status: 422,
      body: { outcome: 'refused', problems: [problem] },
    });
    expect((await gateway.info()).configuration.refused?.problems).toEqual([problem]);
    expect(await gateway.metrics()).toContain('gateway_reload_refused 1');
    expect(await reader()).toEqual(new Set(['node-1']));
    expect((await gateway.reload([row(0)])).body).toEqual({ outcome: 'unchanged' });
    expect((await gateway.info()).configuration.refused).toBeUndefined();
    expect(await gateway.metrics()).toContain('gateway_reload_refused 0');
  });

  it('a change that needs a restart is refused by its name, with all other changes of the file', async () => {
    await start([row(0)]);
    expect(await gateway.reload([row(1)], ', real_funds: false')).toEqual({
      status: 422,
      body: { outcome: 'refused', problems: ['networks.mainnet.real_funds: its change needs a restart'] },
    });
    expect(await gateway.labels()).toEqual(['node-1']);
  });

  it('a file that leaves one node of two where money follows their agreement is refused', async () => {
    await start([row(0), row(1)]);
    const byDefault = ' ';
    expect((await gateway.reload([row(0), row(1)], byDefault)).status).toBe(200);
    expect(await gateway.reload([row(1)], byDefault)).toEqual({
      status: 422,
      body: {
        outcome: 'refused',
        problems: ['networks.mainnet.verify: off in place of quorum, by these nodes, needs a restart'],
      },
    });
    expect(await gateway.labels()).toEqual(['node-1', 'node-2']);
  });

  it('an exchanged file with a problem ends no watch: the mended one is taken over', async () => {
    await start([row(0)]);
    gateway.mount({ 'networks.yaml': networksText([`{ url: 'http://user:p%zz@127.0.0.1', label: other }`]) });
    await until(async () => (await gateway.info()).configuration.refused !== undefined);
    gateway.mount({ 'networks.yaml': networksText([row(0), row(1)]) });
    await until(async () => (await gateway.labels()).length === 2);
    expect((await gateway.info()).configuration.refused).toBeUndefined();
  });

  it('a cordoned node that is added again is out of service', async () => {
    await start([row(0), row(1)]);
    await until(async () => (await gateway.info()).networks[0]!.nodes.every(({ state }) => state === 'fit'));
    gateway.gateway.app
      .get(Chains)
      .of('mainnet')
      .cordon(new Set(['node-1']));
    await gateway.reload([row(1), row(2)]);
    await gateway.reload([row(0), row(1)]);
    expect(await reader()).toEqual(new Set(['node-2']));
  });

  it('a reload without the token is refused', async () => {
    await start([row(0)]);
    expect((await gateway.command('another token of at least 32 characters')).status).toBe(401);
  });
});
