import { ManualClock } from '@app/operations';
import { type ChainClient, type Chains, UpstreamUnavailableError } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const ID = 'ab'.repeat(32);
const TABLE = { code: 'dex', scope: 'dex', table: 'orders' };
const timeOf = (ms: number) => new Date(ms).toISOString().replace('Z', '');

describe('reads while the first of two nodes is 80 s behind the second', () => {
  let clock: ManualClock;
  let views: FakeChain[];
  let lagging: FakeNode;
  let current: FakeNode;
  let chains: Chains;
  let client: ChainClient;
  beforeEach(async () => {
    clock = new ManualClock(NOW_MS);
    views = [new FakeChain('lagging-node'), new FakeChain('lagging-node')];
    lagging = await FakeNode.start(views[0]!);
    current = await FakeNode.start(views[1]!);
    views[0]!.headBlockTime = timeOf(NOW_MS - 80_000);
    views[1]!.headBlockTime = timeOf(NOW_MS);
    for (const [name, node] of Object.entries({ lagging, current })) {
      node.override = (path, _body, response) => {
        if (path !== '/v1/chain/get_table_rows') return false;
        json(response, 200, { rows: [{ name }], more: false, next_key: '' });
        return true;
      };
    }
    const networks = mainnetOn([lagging.url, current.url], views[0]!.chainId);
    chains = chainsWithShortTimeouts(networks, { clock, readLifetimeMs: 0 });
    client = chains.of('mainnet');
  });
  afterEach(async () => {
    await chains.close();
    await Promise.all([lagging, current].map((node) => node.stop().catch(() => undefined)));
  });
  const served = async () => (await client.tableRows(TABLE)).rows;
  const asked = (node: FakeNode) =>
    node.requests.filter(({ path }) => path === '/v1/chain/get_table_rows').length;

  it('reads while the first of two nodes is 80 s behind the second go to the current node once the heads are known', async () => {
    await client.probeNodes();
    for (let read = 0; read < 20; read += 1) expect(await served()).toEqual([{ name: 'current' }]);
    expect(asked(lagging)).toBe(0);
  });

  it('reads while the first of two nodes is 80 s behind the second are refused with the reason until the loss of the current node is known, then served as those of an old head', async () => {
    await client.probeNodes();
    await current.stop();
    const error: unknown = await served().catch((failure: unknown) => failure);
    if (error instanceof UpstreamUnavailableError)
      expect(error.why).toContain('its head is 80 s behind that of another node');
    await client.probeNodes();
    expect(await served()).toEqual([{ name: 'lagging' }]);
    const [status] = client.nodeStatus();
    expect(status?.judged).toEqual({
      kind: 'old',
      why: "the chain's head is 80 s behind this machine's clock",
    });
  });

  it('reads while the first of two nodes is 80 s behind the second go to the node that was behind when it has caught up', async () => {
    await client.probeNodes();
    views[0]!.headBlockTime = timeOf(NOW_MS);
    await client.probeNodes();
    await current.stop();
    expect(await served()).toEqual([{ name: 'lagging' }]);
  });

  it('reads while the first of two nodes is 80 s behind the second are no proof that a transaction was not executed', async () => {
    await client.probeNodes();
    expect(await client.transactionStatus(ID)).toBeUndefined();
    await current.stop();
    await expect(client.transactionStatus(ID)).rejects.toThrow(UpstreamUnavailableError);
    lagging.script = ['refuse'];
    const life = { refBlockNum: 1, expiresAtMs: NOW_MS + 60_000 };
    const push = { id: ID, life, packedTrx: 'ab', signatures: [], msToExpiry: 60_000 };
    expect(await client.pushes.send(push, 'in_block')).toMatchObject({ status: 'unknown' });
  });

  it('reads while the first of two nodes is 80 s behind the second are reported with the lag in the probes', async () => {
    const probes = await client.probeNodes();
    const whyOf = (node: FakeNode) => probes.find(({ node: host }) => node.url.endsWith(host))?.why;
    expect(whyOf(lagging)).toBe('its head is 80 s behind that of another node');
    expect(whyOf(current)).toBeNull();
  });
});
