import { getServers, setServers } from 'node:dns/promises';
import { Networks } from '@app/networks';
import { systemClock } from '@app/operations';
import { Chains } from '@app/upstream';
import { NodeDiscovery } from '../../../apps/gateway/src/chains/node-discovery';
import { DnsServer } from '../../harness/dns-server';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { until } from '../../harness/until';
import { ReloadedGateway } from './support';

const NAME = '_chain._tcp.nodes.test';
const ENTRY = `{ url: 'http://${NAME}', discover: srv, label: pool }`;
const OTHER = '_other._tcp.nodes.test';

describe('nodes of a name', () => {
  const servers = getServers();
  let dns: DnsServer;
  let nodes: FakeNode[];
  let gateway: ReloadedGateway;
  let reads = 0;
  beforeEach(async () => {
    dns = await DnsServer.start();
    setServers([dns.address]);
    const chain = new FakeChain('nodes of a name');
    chain.headBlockTime = new Date(systemClock.now()).toISOString().replace('Z', '');
    nodes = await Promise.all([0, 1, 2].map(() => FakeNode.start(chain)));
  });
  afterEach(async () => {
    setServers(servers);
    await gateway.close();
    await Promise.all(nodes.map((node) => node.stop()));
    await dns.close();
  });

  /** Records of nodes by their index. */
  const name = (indexes: readonly number[], { of = NAME, priority = 0 } = {}): void => {
    const records = dns.services.get(of) ?? [];
    dns.services.set(of, [
      ...records.filter((record) => record.priority !== priority),
      ...indexes.map((index) => ({
        ...{ target: 'localhost', priority, weight: 0 },
        port: Number(new URL(nodes[index]!.url).port),
      })),
    ]);
  };
  /** As the timer does. */
  const look = async (times = 1): Promise<void> => {
    const { app } = gateway.gateway;
    for (let time = 0; time < times; time += 1) await app.get(NodeDiscovery).look(app.get(Networks).all());
  };
  const read = (): Promise<string> =>
    gateway.read(`named${'abcdefghijklmnopqrstuvwxyz'[(reads += 1) % 26]!}${'12345'[reads % 5]!}`);
  const reader = async (): Promise<Set<string>> =>
    new Set(await Promise.all(Array.from({ length: 12 }, read)));
  const found = expect.stringMatching(/^pool-[0-9a-f]{8}$/) as string;

  it('a service record is a node, one that comes is added and one that goes is removed, without a failed read', async () => {
    name([0, 1]);
    gateway = await ReloadedGateway.start([ENTRY]);
    expect(await gateway.labels()).toEqual([found, found]);
    const before = await gateway.labels();
    const stop = new AbortController();
    const answers: string[] = [];
    const load = (async () => {
      while (!stop.signal.aborted) answers.push(await read());
    })();
    name([1, 2]);
    await look();
    expect(await gateway.labels()).toHaveLength(3);
    await look(2);
    const now = await gateway.labels();
    const [added] = now.filter((label) => !before.includes(label));
    expect(now).toHaveLength(2);
    await until(async () => (await reader()).has(added!));
    stop.abort();
    await load;
    expect(answers.filter((answer) => !answer.startsWith('pool-'))).toEqual([]);
    expect(await gateway.metrics()).toContain('gateway_discovery_failed{network="mainnet",node="pool"} 0');
  });

  it('the names are looked up again without a command', async () => {
    name([0]);
    gateway = await ReloadedGateway.start([ENTRY]);
    name([0, 1]);
    await until(async () => (await gateway.labels()).length === 2);
    expect(await gateway.labels()).toEqual([found, found]);
  });

  it.each([
    ['cannot be looked up', () => (dns.isBroken = true)],
    ['has no host', () => dns.services.set(NAME, [])],
    ['is not there', () => dns.services.delete(NAME)],
    ['says that the service is not there', () => dns.services.set(NAME, [{ target: '.', port: 0 }])],
  ])('the nodes of before serve on while their name %s', async (_, breaks) => {
    name([0, 1]);
    gateway = await ReloadedGateway.start([ENTRY]);
    const before = await gateway.labels();
    breaks();
    await look();
    expect(await gateway.labels()).toEqual(before);
    expect([...(await reader())].every((label) => before.includes(label))).toBe(true);
    expect(await gateway.metrics()).toContain('gateway_discovery_failed{network="mainnet",node="pool"} 1');
    dns.isBroken = false;
    name([0]);
    await look(3);
    const now = await gateway.labels();
    expect(now).toHaveLength(1);
    const [gone] = before.filter((label) => !now.includes(label));
    expect(await gateway.metrics()).not.toContain(gone);
    expect(await gateway.metrics()).toContain('gateway_discovery_failed{network="mainnet",node="pool"} 0');
  });

  it('the nodes of before serve on when their name has only hosts that may not get the key of the entry', async () => {
    const service = '_chain._tcp.localhost';
    name([0], { of: service });
    const entry = ENTRY.replace(NAME, service).replace('label: pool', 'label: pool, headers: { x-key: k }');
    gateway = await ReloadedGateway.start([entry]);
    const before = await gateway.labels();
    expect(before).toEqual([found]);
    dns.services.set(service, [{ target: 'evil.test', port: 80 }]);
    await look(4);
    expect(await gateway.labels()).toEqual(before);
    expect(await gateway.metrics()).toContain('gateway_discovery_failed{network="mainnet",node="pool"} 1');
  });

  it('a name that was not found at the start is one node that cannot be reached, until it is found', async () => {
    gateway = await ReloadedGateway.start([ENTRY]);
    expect(await gateway.labels()).toEqual(['pool']);
    expect(await read()).toMatch(/^503/);
    name([0]);
    await look();
    await until(async () => (await read()).startsWith('pool-'));
    expect(await gateway.labels()).toEqual([found]);
  });

  it('a host of a lower priority serves where the others do not', async () => {
    name([0]);
    name([1], { priority: 10 });
    gateway = await ReloadedGateway.start([ENTRY]);
    const stateOf = () => gateway.gateway.app.get(Chains).of('mainnet').nodeStatus();
    await read();
    await until(() => stateOf().every(({ judged }) => judged.kind === 'fit'));
    const labels = (isBackup: boolean) =>
      stateOf().flatMap((node) => (node.isBackup === isBackup ? [node.node] : []));
    expect(labels(true)).toHaveLength(1);
    expect([...(await reader())]).toEqual(labels(false));
    await nodes[0]!.stop();
    await until(async () => (await read()) === labels(true)[0]);
  });

  it('the addresses of a host are nodes, too, with the members of the entry', async () => {
    const { port } = new URL(nodes[0]!.url);
    const entry = `{ url: 'http://localhost:${port}', discover: addresses, label: pool, headers: { x-key: k } }`;
    gateway = await ReloadedGateway.start([entry]);
    expect(await gateway.labels()).toEqual([found]);
    expect(await read()).toEqual(found);
    expect(nodes[0]!.requests.at(-1)!.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'x-key': 'k' });
  });

  it('a host that is missing in two looks stays', async () => {
    name([0, 1]);
    gateway = await ReloadedGateway.start([ENTRY]);
    const before = await gateway.labels();
    for (let round = 0; round < 3; round += 1) {
      name([0]);
      await look(2);
      expect(await gateway.labels()).toEqual(before);
      name([0, 1]);
      await look();
    }
  });

  it('a node that is named and found is one node', async () => {
    name([0, 1]);
    const { port } = new URL(nodes[0]!.url);
    gateway = await ReloadedGateway.start([ENTRY, `{ url: 'http://localhost:${port}/', label: named }`]);
    expect(await gateway.labels()).toEqual([found, 'named']);
  });

  it('a name server that does not answer for one name delays no other one', async () => {
    name([0]);
    name([1], { of: OTHER });
    dns.silent.add(NAME);
    gateway = await ReloadedGateway.start([ENTRY, ENTRY.replace(NAME, OTHER).replace('pool', 'pool-2')]);
    expect(await gateway.labels()).toEqual(['pool', expect.stringMatching(/^pool-2-/)]);
    expect(await read()).toMatch(/^pool-2-/);
  });

  it('a reload with another name serves from its nodes at once', async () => {
    name([0]);
    name([1, 2], { of: OTHER });
    gateway = await ReloadedGateway.start([ENTRY]);
    expect((await gateway.reload([ENTRY.replace(NAME, OTHER)])).body).toMatchObject({ outcome: 'applied' });
    expect(await gateway.labels()).toEqual([found, found]);
    dns.isBroken = true;
    await look();
    expect(await gateway.metrics()).toContain('gateway_discovery_failed{network="mainnet",node="pool"} 1');
    expect((await gateway.reload([`'${nodes[0]!.url}'`])).body).toMatchObject({ outcome: 'applied' });
    await until(async () => !(await gateway.metrics()).includes('gateway_discovery_failed{'));
  });
});
