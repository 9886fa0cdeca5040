import { Chains } from '@app/upstream';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode, type Override } from '../../../harness/fake-node/fake-node';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';

const ROWS = '/v1/chain/get_table_rows';
const READS = 6;
const NODES = 3;

/** A proxy before a node that answers in its place. */
const pageOf =
  (status: number): Override =>
  (path, _body, response) => {
    if (path === ROWS)
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html>refused</html>');
    return path === ROWS;
  };

/** A proxy before a node that resets the connection. */
const reset: Override = (path, _body, response) => {
  if (path === ROWS) response.socket?.resetAndDestroy();
  return path === ROWS;
};

describe('a read of the node API that proxies before all nodes refuse', () => {
  let nodes: FakeNode[];
  let gateway: RunningGateway;

  beforeEach(async () => {
    const chain = new FakeChain('refused pages');
    chain.headBlockTime = new Date().toISOString().slice(0, -1);
    nodes = await Promise.all(Array.from({ length: NODES }, () => FakeNode.start(chain)));
    gateway = await startGateway(nodes.map(({ url }) => url));
  });
  afterEach(async () => {
    await gateway.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const readAll = async (refusal: Override) => {
    for (const node of nodes) node.override = refusal;
    const statuses = new Set<number>();
    for (let read = 0; read < READS; read += 1) {
      const body = JSON.stringify({ code: 'dex', scope: 'dex', table: 'orders', read });
      statuses.add((await fetch(gateway.url + ROWS, { method: 'POST', body })).status);
    }
    expect([...statuses]).toEqual([503]);
    const asked = nodes.flatMap(({ requests }) => requests.filter(({ path }) => path === ROWS)).length;
    const circuits = gateway.app.get(Chains).of('mainnet').nodeStatus();
    return { asked, circuits: new Set(circuits.map(({ circuit }) => circuit)) };
  };

  it.each([403, 413])('a page of HTTP %d opens no circuit, and each node is asked once', async (status) => {
    expect(await readAll(pageOf(status))).toEqual({ asked: READS * NODES, circuits: new Set(['closed']) });
  });

  it('a connection that is reset opens no circuit, and another read is answered', async () => {
    expect((await readAll(reset)).circuits).toEqual(new Set(['closed']));
    expect((await fetch(`${gateway.url}/v1/chain/get_info`)).status).toBe(200);
  });

  it('a page of HTTP 502 opens the circuits, and all nodes are asked again', async () => {
    const { asked, circuits } = await readAll(pageOf(502));
    expect(asked).toBeGreaterThan(READS * NODES);
    expect(circuits).not.toContain('closed');
  });
});
