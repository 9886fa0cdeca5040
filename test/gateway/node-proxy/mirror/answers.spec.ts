import { json } from '../../../harness/fake-node/fake-node';
import { blockIdOf, nodeosError } from '../../../harness/fake-node/fake-chain';
import { GatewayOnFakeNodes } from '../../../harness/fake-node/gateway-on-fake-nodes';
import { holdTime } from '../../../harness/gateway/start-gateway';
import { until } from '../../../harness/until';
import { waitForAnswers } from '../../../../libs/upstream/testing/wait-for-answers';

const ROWS = '/v1/chain/get_table_rows';
const INFO = '/v1/chain/get_info';
const BLOCK = '/v1/chain/get_block';
const QUERY = '{"code":"btc.token","scope":"alice","table":"accounts"}';
const LONG = { rows: Array.from({ length: 200 }, (_, index) => ({ id: index })), more: false };

let network: GatewayOnFakeNodes;
/** An answer is kept for a second at most: time stands still in a test, so that a new head alone ends it. */
let release: () => void;

beforeAll(async () => {
  // The specs count the requests to the nodes.
  waitForAnswers();
  // A new head is seen after a poll.
  network = await GatewayOnFakeNodes.start('mirror', { NODE_POLL_MS: '100' });
});
afterAll(() => network.close());
beforeEach(async () => {
  network.reset();
  network.chain.headBlockNum += 1;
  await freshHead();
  release = holdTime();
});
afterEach(() => release());

/** Resolves once the gateway has polled the head of the chain. */
function freshHead(): Promise<void> {
  return until(async () => {
    const seen = await post('/v1/chain/get_info');
    await seen.text();
    const head = String(network.chain.headBlockNum);
    // The network has it once both nodes do: the chain of the fakes gains blocks sooner than time allows.
    return seen.headers.get('x-head-block') === head && seen.headers.get('x-network-head') === head;
  });
}

const post = (path: string, body = '{}', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(network.url + path, { method: 'POST', body, headers });

const asked = (path: string): number =>
  network.nodes.reduce((sum, { requests }) => sum + requests.filter((one) => one.path === path).length, 0);

/** Both nodes answer `path` with `body`. */
const answering = (path: string, body: unknown, status = 200): void => {
  for (const node of network.nodes)
    node.override = (target, _sent, response) => {
      if (target !== path) return false;
      json(response, status, body);
      return true;
    };
};

describe('an answer of the mirror', () => {
  it('an answer of the mirror carries its node, the head, its age and whether it was kept', async () => {
    answering(ROWS, LONG);
    const first = await post(ROWS, QUERY);
    const again = await post(ROWS, QUERY);
    expect(await again.text()).toBe(await first.text());
    expect(first.headers.get('x-cache')).toBe('miss');
    expect(again.headers.get('x-cache')).toBe('hit');
    expect(again.headers.get('x-upstream')).toBe(first.headers.get('x-upstream'));
    const head = Number(again.headers.get('x-head-block'));
    expect(head).toBe(Number(first.headers.get('x-head-block')));
    expect(head).toBeLessThanOrEqual(network.chain.headBlockNum);
    expect(again.headers.get('x-network-head')).toBe(String(network.chain.headBlockNum));
    expect(again.headers.get('age')).toBe('0');
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
    expect(again.headers.get('ratelimit-limit')).toBe('100000');
  });

  it('an answer of the mirror is shared by equal requests that run at the same time', async () => {
    answering(ROWS, LONG);
    // Of a scope that no other test asks for: its answer may still be at hand.
    const bodies = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? '{"code":"btc.token","scope":"carol","table":"accounts"}'
        : '{ "table":"accounts", "scope":"carol", "code":"btc.token" }',
    );
    const answers = await Promise.all(bodies.map((body) => post(ROWS, body)));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(asked(ROWS)).toBe(1);
  });

  it('an answer of the mirror to names with escapes, which a node reads as others, is kept apart', async () => {
    answering(ROWS, LONG);
    const bounds = '"lower_bound":"bob","upper_bound":"bob","limit":1}';
    const asked = `{"code":"dex","scope":"dex","table":"accounts",${bounds}`;
    const first = await post(ROWS, asked.replace('"lower', '"\\u006cower'));
    const second = await post(ROWS, asked);
    const again = await post(ROWS, asked);
    const caches = [first, second, again].map(({ headers }) => headers.get('x-cache'));
    expect(caches).toEqual(['miss', 'miss', 'hit']);
    await Promise.all([first, second, again].map((answer) => answer.text()));
  });

  it('an answer of the mirror is compressed where the client takes gzip and the answer is long', async () => {
    answering(ROWS, LONG);
    const plain = await post(ROWS, QUERY, { 'accept-encoding': 'identity' });
    const zipped = await post(ROWS, QUERY, { 'accept-encoding': 'gzip' });
    const refusing = await post(ROWS, QUERY, { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(refusing.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
    expect(await zipped.text()).toBe(await plain.text());
  });

  /** Resolves once each node was polled at the next head: a late one is asked for no second answer. */
  const nextHead = async (): Promise<void> => {
    network.chain.headBlockNum += 1;
    const polls = () =>
      network.nodes.map(({ requests }) => requests.filter(({ path }) => path === INFO).length);
    const before = polls();
    await until(() => polls().every((count, index) => count >= before[index]! + 2));
  };

  it('an answer of the mirror of an irreversible block is kept once two nodes gave it, and answers 304 to a client that has it', async () => {
    answering(BLOCK, { id: 'x'.repeat(2_000) });
    const url = `${network.url}${BLOCK}?block_num_or_id=5`;
    const first = await fetch(url);
    expect([first.headers.get('x-cache'), first.headers.get('etag')]).toEqual(['miss', null]);
    await nextHead();
    const second = await fetch(url);
    expect(second.headers.get('x-cache')).toBe('miss');
    expect(second.headers.get('x-upstream')).not.toBe(first.headers.get('x-upstream'));
    const etag = second.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    await nextHead();
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const posted = await post(BLOCK, '{"block_num_or_id":"5"}');
    expect([posted.headers.get('x-cache'), posted.headers.get('etag')]).toEqual(['hit', null]);
    expect(asked(BLOCK)).toBe(2);
  });

  it.each([
    ['number', '6'],
    ['id', blockIdOf(6, 'ab')],
  ])(
    'an answer of the mirror that two nodes differ about is kept for no later head: a block by its %s',
    async (_, block) => {
      network.nodes.forEach((node, index) => {
        node.override = (target, _sent, response) => {
          if (target !== BLOCK) return false;
          json(response, 200, { block, said_by: index });
          return true;
        };
      });
      const body = JSON.stringify({ block_num_or_id: block });
      for (let time = 0; time < 4; time += 1) {
        const answer = await post(BLOCK, body);
        expect([time, answer.headers.get('x-cache')]).toEqual([time, 'miss']);
        await nextHead();
      }
      // Once both say the same it is kept.
      answering(BLOCK, { block, said_by: 0 });
      await (await post(BLOCK, body)).text();
      await nextHead();
      await (await post(BLOCK, body)).text();
      await nextHead();
      expect((await post(BLOCK, body)).headers.get('x-cache')).toBe('hit');
    },
  );

  it('an answer of the mirror of a reversible block is asked again after the next head', async () => {
    answering(BLOCK, { id: 'y' });
    const url = `${network.url}${BLOCK}?block_num_or_id=${network.chain.headBlockNum}`;
    await (await fetch(url)).text();
    network.chain.headBlockNum += 1;
    await freshHead();
    const again = await fetch(url);
    expect([again.headers.get('x-cache'), again.headers.get('etag')]).toEqual(['miss', null]);
    expect(asked(BLOCK)).toBe(2);
  });

  it('an answer of the mirror to a GET of a /v1 route is that of its query as a body', async () => {
    answering(BLOCK, { id: 'z' });
    const answer = await fetch(`${network.url}${BLOCK}?block_num_or_id=7`);
    expect(await answer.text()).toBe('{"id":"z"}');
    expect(network.nodes.flatMap(({ requests }) => requests).find(({ path }) => path === BLOCK)?.body).toBe(
      '{"block_num_or_id":"7"}',
    );
  });

  it('an answer of the mirror to HEAD has the headers without a body, and OPTIONS names the methods', async () => {
    const head = await fetch(`${network.url}/v1/chain/get_info`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    const options = await fetch(`${network.url}/v1/chain/get_info`, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe('POST, GET, OPTIONS');
  });
});

describe('a refusal of one node', () => {
  it('a refusal of one node for a block that it pruned is answered by the other node', async () => {
    const unknown = nodeosError(400, 3100002, 'unknown_block_exception', 'Could not find block: 6');
    answering(BLOCK, unknown, 400);
    network.nodes[1]!.override = (path, _body, response) => {
      if (path !== BLOCK) return false;
      json(response, 200, { id: 'kept' });
      return true;
    };
    const answer = await post(BLOCK, '{"block_num_or_id":6}');
    expect([answer.status, await answer.text()]).toEqual([200, '{"id":"kept"}']);
  });

  it('a refusal of one node is passed through unchanged when every node refuses', async () => {
    const unknown = nodeosError(400, 3100002, 'unknown_block_exception', 'Could not find block: 8');
    answering(BLOCK, unknown, 400);
    const answer = await post(BLOCK, '{"block_num_or_id":8}');
    expect([answer.status, await answer.json()]).toEqual([400, unknown]);
  });
});

describe('an answer of the gateway itself', () => {
  const TRACE = '/v1/trace_api/get_block';
  const idOf = (number: number): string => number.toString(16).padStart(8, '0') + 'cd'.repeat(28);

  it('an answer of the gateway itself to trace get_block by an id is the trace of its number', async () => {
    answering(TRACE, { id: idOf(7), number: 7 });
    const answer = await post(TRACE, JSON.stringify({ block_id: idOf(7) }));
    expect([answer.status, await answer.json()]).toEqual([200, { id: idOf(7), number: 7 }]);
    const bodies = network.nodes.flatMap(({ requests }) => requests.filter(({ path }) => path === TRACE));
    expect(bodies.map(({ body }) => body)).toContain('{"block_num":7}');
  });

  it('an answer of the gateway itself to trace get_block by an id is that of any node that has the block', async () => {
    for (const [index, having] of network.nodes.entries()) {
      const [id, other] = [idOf(20 + index), idOf(20 + index).replace(/cd$/, 'ef')];
      for (const node of network.nodes)
        node.override = (target, _body, response) => {
          if (target === TRACE) json(response, 200, { id: node === having ? id : other });
          return target === TRACE;
        };
      const answer = await post(TRACE, JSON.stringify({ block_id: id }));
      expect([answer.status, await answer.json()]).toEqual([200, { id }]);
    }
  });

  it.each([
    ['of a block on another fork', { id: idOf(7), number: 7 }],
    ['for which a node has null', null],
    ['for which a node has a number', 7],
  ])('an answer of the gateway itself to trace get_block by the id %s is 404', async (_title, trace) => {
    answering(TRACE, trace);
    const answer = await post(TRACE, JSON.stringify({ block_id: idOf(7).replace(/cd$/, 'ef') }));
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('Trace API: block trace missing'),
    ]);
  });

  it('an answer of the gateway itself to /stream-client.js is its own script, also while no node can be reached', async () => {
    const answer = await fetch(`${network.url}/testnet/stream-client.js`);
    expect(answer.status).toBe(400);
    for (const node of network.nodes)
      node.override = (_path, _body, response) => void response.destroy() === undefined;
    const own = await fetch(`${network.url}/mainnet/stream-client.js?unreachable`);
    expect([own.status, own.headers.get('x-upstream'), own.headers.get('content-type')]).toEqual([
      200,
      'gateway',
      'application/javascript',
    ]);
    expect(await own.text()).toContain('page.HyperionStreamClient = HyperionStreamClient');
  });
});

// The last one: the node that fails in it rests afterwards.
describe('an answer of a late node', () => {
  it('an answer of a late node names the head of that node, and the head of the network', async () => {
    release();
    const { headBlockNum: head } = network.chain;
    const [current, late] = network.nodes;
    current!.override = (target, _sent, response) => {
      if (target === ROWS) response.socket?.destroy();
      return target === ROWS;
    };
    late!.override = (target, _sent, response) => {
      if (target === ROWS) json(response, 200, LONG);
      else if (target !== INFO) return false;
      else {
        const [block, irreversible] = [head - 4, head - 6].map((number) => blockIdOf(number));
        json(response, 200, {
          ...network.chain.info(),
          head_block_num: head - 4,
          head_block_id: block,
          last_irreversible_block_num: head - 6,
          last_irreversible_block_id: irreversible,
        });
      }
      return true;
    };
    const seen = async (): Promise<(string | null)[]> => {
      const { headers } = await post(ROWS, '{"late":true}');
      return ['x-upstream', 'x-head-block', 'x-network-head'].map((name) => headers.get(name));
    };
    await until(async () => (await seen())[1] === String(head - 4));
    expect((await seen())[2]).toBe(String(head));
  });
});
