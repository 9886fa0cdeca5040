import {
  AnswerTooLargeError,
  NodeAnswerError,
  UnreadableAnswerError,
  UpstreamUnavailableError,
  type ChainClient,
  type Chains,
  type ChainsOptions,
} from '@app/upstream';
import { FakeChain, nodeosError } from '../../harness/fake-node/fake-chain';
import { FakeNode, json, type Override } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const TABLE = { code: 'dex', scope: 'dex', table: 'orders' };
const page = (name: string) => ({ rows: [{ name }], more: false, next_key: '' });

const answering =
  (status: number, body: unknown): Override =>
  (path, _body, response) => {
    if (path !== '/v1/chain/get_table_rows') return false;
    json(response, status, body);
    return true;
  };
const raw =
  (write: (response: Parameters<Override>[2]) => void): Override =>
  (path, _body, response) => {
    if (path !== '/v1/chain/get_table_rows') return false;
    write(response);
    return true;
  };

describe('reads over several nodes', () => {
  let chain: FakeChain;
  let nodes: FakeNode[];
  let chains: Chains;
  let client: ChainClient;

  const start = async (
    count: number,
    chainId?: string,
    deadlinesMs?: ChainsOptions['deadlinesMs'],
  ): Promise<void> => {
    chain = new FakeChain('failover');
    nodes = await Promise.all(Array.from({ length: count }, () => FakeNode.start(chain)));
    nodes.forEach((node, index) => (node.override = answering(200, page(`node${index}`))));
    chains = chainsWithShortTimeouts(
      mainnetOn(
        nodes.map(({ url }) => url),
        chainId,
      ),
      { readLifetimeMs: 0, ...(deadlinesMs && { deadlinesMs }) },
    );
    client = chains.of('mainnet');
  };
  afterEach(async () => {
    await chains.close();
    await Promise.all(nodes.map((node) => node.stop().catch(() => undefined)));
  });
  const served = async () => (await client.tableRows(TABLE)).rows;
  const asked = (node: FakeNode) =>
    node.requests.filter(({ path }) => path === '/v1/chain/get_table_rows').length;

  it.each<[string, Override]>([
    ['HTML of a proxy', raw((response) => response.writeHead(502).end('<html>Bad Gateway</html>'))],
    ['an empty 500', answering(500, '')],
    ['broken JSON', raw((response) => response.writeHead(200).end('{"rows":['))],
    [
      'an answer that breaks off',
      raw((response) => response.writeHead(200, { 'content-length': '99' }).end('{"rows"')),
    ],
    ['a reset', raw((response) => response.socket?.destroy())],
    ['silence', raw(() => undefined)],
    ['a redirect', raw((response) => response.writeHead(302, { location: '/elsewhere' }).end())],
    ['Busy', answering(503, nodeosError(503, 503, 'Busy', 'Too many requests'))],
    [
      'a rate limit',
      answering(429, { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded' }),
    ],
  ])('reads over several nodes go to the next node on %s', async (_, fault) => {
    await start(2);
    nodes[0]!.override = fault;
    expect(await served()).toEqual([{ name: 'node1' }]);
    expect(await served()).toEqual([{ name: 'node1' }]);
    // Two reads, and each broken connection is repeated once.
    expect(asked(nodes[0]!)).toBeLessThanOrEqual(4);
  });

  it('reads over several nodes go to the next node when one is unreachable, and report the failure of each when all are', async () => {
    await start(2);
    await nodes[0]!.stop();
    expect(await served()).toEqual([{ name: 'node1' }]);
    nodes[1]!.override = answering(500, '');
    const error = await client.tableRows(TABLE).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UpstreamUnavailableError);
    expect((error as Error).message).toMatch(/^no node of mainnet could answer: /);
    expect((error as Error).message).toContain(`${new URL(nodes[1]!.url).host}: answered HTTP 500`);
    expect((error as Error).message).toContain(
      `${new URL(nodes[0]!.url).host}: cannot be reached (ECONNREFUSED)`,
    );
  });

  it('reads over several nodes return the refusal of a node without asking another', async () => {
    await start(2);
    const refusal = nodeosError(500, 3060003, 'table_exception', 'Table orders is not specified in the ABI');
    for (const node of nodes) node.override = answering(500, refusal);
    await expect(client.tableRows(TABLE)).rejects.toThrow(
      new NodeAnswerError(500, 3060003, '', 'Table orders is not specified in the ABI'),
    );
    expect(asked(nodes[0]!) + asked(nodes[1]!)).toBe(1);
  });

  it('reads over several nodes return to the first node once it answers again', async () => {
    await start(2);
    nodes[0]!.override = answering(500, '');
    await served();
    nodes[0]!.override = answering(200, page('node0'));
    nodes[1]!.override = answering(500, '');
    expect(await served()).toEqual([{ name: 'node0' }]);
    expect(await served()).toEqual([{ name: 'node0' }]);
  });

  it('reads over several nodes succeed when a keep-alive connection was closed', async () => {
    await start(1);
    await served();
    nodes[0]!.hangUp();
    expect(await served()).toEqual([{ name: 'node0' }]);
  });

  it('reads over several nodes never use a node of another chain, even as the only one', async () => {
    await start(2, new FakeChain('expected').chainId);
    const error = (await client.tableRows(TABLE).catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(UpstreamUnavailableError);
    expect(error.message).toContain(`is on chain ${chain.chainId.slice(0, 8)}...`);
    expect(nodes.map(asked)).toEqual([0, 0]);
  });

  it('reads over several nodes keep the chain id of the first contact when none is configured', async () => {
    await start(1);
    await served();
    await nodes[0]!.stop();
    const { port } = new URL(nodes[0]!.url);
    expect(await served().catch((error: Error) => error.name)).toBe('UpstreamUnavailableError');
    // The same address with another chain behind it: what a reset development chain looks like.
    nodes[0] = await FakeNode.start(new FakeChain('another'), Number(port));
    nodes[0].override = answering(200, page('another chain'));
    await expect(served()).rejects.toThrow('is on chain');
    expect(asked(nodes[0])).toBe(0);
  });

  it('reads over several nodes that are equal and simultaneous are one request', async () => {
    await start(1);
    const answers = await Promise.all(Array.from({ length: 50 }, served));
    expect(answers).toHaveLength(50);
    expect(asked(nodes[0]!)).toBe(1);
  });

  it('reads over several nodes that differ get their own answers', async () => {
    await start(1);
    nodes[0]!.override = (path, body, response) => {
      if (path === '/v1/chain/get_table_rows')
        json(response, 200, page((JSON.parse(body) as { scope: string }).scope));
      return path === '/v1/chain/get_table_rows';
    };
    const scopes = ['alice', 'bob', 'carol'];
    const answers = await Promise.all(scopes.map((scope) => client.tableRows({ ...TABLE, scope })));
    expect(answers.map(({ rows }) => rows)).toEqual(scopes.map((name) => [{ name }]));
  });

  it('reads over several nodes have a maximum answer size', async () => {
    await start(2, undefined, { table: 20_000 });
    const endless = raw((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = `"${'x'.repeat(65_534)}"`;
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    for (const node of nodes) node.override = endless;
    await expect(client.tableRows(TABLE)).rejects.toThrow(AnswerTooLargeError);
  });

  it('reads over several nodes with an answer of an unexpected form are an error without its content', async () => {
    await start(1);
    nodes[0]!.override = answering(200, { rows: 'secret', more: false });
    const error = (await client.tableRows(TABLE).catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect(error.message).not.toContain('secret');
  });

  it('reads over several nodes carry the credentials of a URL as a header, and show the host only', async () => {
    await start(1);
    await chains.close();
    const url = new URL(nodes[0]!.url);
    url.username = 'user';
    url.password = 'p%40ss';
    chains = chainsWithShortTimeouts(mainnetOn([url.href]), { readLifetimeMs: 0 });
    client = chains.of('mainnet');
    await served();
    expect(nodes[0]!.requests[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    );
    nodes[0]!.override = answering(500, '');
    const error = (await client.tableRows(TABLE).catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain(url.host);
    expect(error.message).not.toMatch(/user|p@ss|p%40ss/);
  });

  it('reads over several nodes pass the bytes of an answer through for a mirror, refusals included', async () => {
    await start(2);
    const refusal = JSON.stringify(nodeosError(500, 3060003, 'x', 'no such table'));
    for (const node of nodes)
      node.override = raw((response) =>
        response.writeHead(500, { 'content-type': 'application/json' }).end(refusal),
      );
    const request = {
      method: 'POST',
      path: '/v1/chain/get_table_rows',
      body: '{"a": 1}',
      call: 'table',
      route: 'mirror',
    } as const;
    const { reply } = await client.rawRequest(request);
    expect({ status: reply.status, text: reply.bytes.toString() }).toEqual({ status: 500, text: refusal });
    nodes[0]!.override = answering(500, '');
    expect((await client.rawRequest(request)).node.label).toBe(new URL(nodes[1]!.url).host);
  });

  it.each([
    ['Leap 5', 400, 3060002, 'Account lookup'],
    ['Leap 4', 500, 0, 'unknown key (boost::tuples::tuple<bool, eosio::chain::name>): (0 nosuch)'],
  ])(
    'reads over several nodes recognize the unknown-account error of %s',
    async (_, status, code, detail) => {
      await start(1);
      nodes[0]!.override = (path, _body, response) => {
        if (path === '/v1/chain/get_account') json(response, status, nodeosError(status, code, 'x', detail));
        return path === '/v1/chain/get_account';
      };
      expect(await client.account('nosuch')).toBeUndefined();
    },
  );
});
