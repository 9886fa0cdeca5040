import { UpstreamUnavailableError } from '@app/upstream';
import { json } from '../../harness/fake-node/fake-node';
import { type PoolNode, PoolOfNodes, TABLE_ROWS } from './support/pool-of-nodes';

describe('NodePool with capabilities', () => {
  let pool: PoolOfNodes;
  afterEach(() => pool.close());

  const TRACE = '/v1/trace_api/get_block';
  const trace = async () => {
    const { reply, node } = await pool.client.rawRequest({
      method: 'POST',
      path: TRACE,
      route: TRACE,
      body: '{"block_num":7}',
      call: 'history',
      capability: 'trace',
    });
    return `${reply.status} ${node.label}`;
  };
  const tracing: PoolNode['fault'] = (path, response) => {
    if (path === TRACE) json(response, 200, { id: 'ab' });
    return path === TRACE;
  };

  it('NodePool sends a request to the node that is configured with the capability', async () => {
    pool = await PoolOfNodes.start(3, { capabilities: [['chain'], ['chain', 'trace'], ['chain']] });
    pool.nodes[1]!.fault = tracing;
    for (let read = 0; read < 20; read += 1) expect(await trace()).toBe('200 node-2');
    expect([pool.requests(0, TRACE), pool.requests(2, TRACE)]).toEqual([0, 0]);
  });

  it('NodePool probes a capability where it is not configured', async () => {
    pool = await PoolOfNodes.start(3);
    pool.nodes[2]!.fault = tracing;
    for (let read = 0; read < 20; read += 1) expect(await trace()).toBe('200 node-3');
    expect(pool.status(2).capabilities).toEqual(['chain', 'trace']);
    expect(pool.requests(0, TRACE)).toBe(1);
  });

  it('NodePool probes a capability by the list of supported routes where a node has one', async () => {
    pool = await PoolOfNodes.start(1);
    pool.nodes[0]!.fault = (path, response) => {
      if (path !== '/v1/node/get_supported_apis') return tracing(path, response, () => undefined);
      json(response, 200, { apis: ['/v1/chain/get_info', TRACE] });
      return true;
    };
    expect(await trace()).toBe('200 node-1');
    expect(pool.requests(0, TRACE)).toBe(1);
    expect(pool.status(0).capabilities).toEqual(['trace']);
  });

  it('NodePool with capabilities sends no request of the chain to a node that lists get_info alone', async () => {
    pool = await PoolOfNodes.start(2);
    pool.nodes[1]!.fault = (path, response) => {
      if (path === TABLE_ROWS) json(response, 404, { statusCode: 404, message: 'Route not found' });
      else if (path === '/v1/node/get_supported_apis')
        json(response, 200, { apis: ['/v1/chain/get_info', '/v2/health'] });
      else return false;
      return true;
    };
    expect(new Set(await pool.reads(40))).toEqual(new Set(['node-1']));
    expect([pool.requests(1), pool.client.nodeStatus().map(({ capabilities }) => capabilities)]).toEqual([
      0,
      [['chain'], []],
    ]);
  });

  it("NodePool answers with a node's own refusal when no node has the capability", async () => {
    pool = await PoolOfNodes.start(2, { capabilities: [['chain'], ['chain']] });
    expect(await trace()).toMatch(/^404 node-[12]$/);
  });

  it('NodePool with capabilities is unavailable, not unknown, while the only node that has it is lost', async () => {
    pool = await PoolOfNodes.start(2, { capabilities: [['chain'], ['chain', 'trace']] });
    await pool.read();
    await pool.nodes[1]!.node.stop();
    await expect(trace()).rejects.toThrow(UpstreamUnavailableError);
    expect(pool.requests(0, TRACE)).toBe(0);
  });

  it('NodePool takes no index that is behind its chain', async () => {
    const path = '/v2/history/get_actions';
    pool = await PoolOfNodes.start(2, { capabilities: [['v2'], ['v2']] });
    pool.nodes.forEach((one, index) => {
      one.fault = (asked, response) => {
        if (asked === '/v2/health')
          json(response, 200, {
            health: [{ service: 'Index', service_data: { head_offset: 21 * index } }],
          });
        else if (asked === path) json(response, 200, { actions: [] });
        return asked.startsWith('/v2/');
      };
    });
    const ask = async () => {
      const request = { method: 'GET', path, route: path, call: 'history', capability: 'v2' } as const;
      return (await pool.client.rawRequest(request)).node.label;
    };
    for (let read = 0; read < 10; read += 1) expect(await ask()).toBe('node-1');
    await pool.nodes[0]!.node.stop();
    await expect(ask()).rejects.toThrow('its index is 21 blocks behind');
  });
});
