import { setTimeout as delay } from 'node:timers/promises';
import { ManualClock } from '@app/operations';
import { UpstreamUnavailableError } from '@app/upstream';
import { blockIdOf, nodeosError } from '../../harness/fake-node/fake-chain';
import { json } from '../../harness/fake-node/fake-node';
import { type PoolNode, PoolOfNodes, TABLE_ROWS } from './support/pool-of-nodes';

const INFO = '/v1/chain/get_info';
const FLAP_MS = 40;

/** Faults of a node that does not answer, or with something that is no answer. */
const BROKEN: Readonly<Record<string, (node: PoolNode) => unknown>> = {
  'is killed': ({ node }) => node.stop(),
  hangs: (one) => (one.fault = () => true),
  'resets in the middle of an answer': (one) =>
    (one.fault = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
      response.write('{"rows":[{"na', () => response.socket?.destroy());
      return true;
    }),
  'is a proxy with nothing behind it': (one) =>
    (one.fault = (_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      return true;
    }),
  'limits the rate': (one) =>
    (one.fault = (_, response) => {
      response.setHeader('retry-after', '1');
      json(response, 429, { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded' });
      return true;
    }),
  'truncates its JSON': (one) =>
    (one.fault = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"rows":[{"name":"x"}');
      return true;
    }),
  flaps: (one) =>
    (one.fault = (_, response) => {
      const isDown = Math.floor(performance.now() / FLAP_MS) % 2 === 1;
      if (isDown) response.socket?.destroy();
      return isDown;
    }),
};

const withInfo =
  (change: (info: Record<string, unknown>) => void) =>
  (one: PoolNode): void => {
    one.fault = (path, response) => {
      if (path !== INFO) return false;
      const info = one.view.info() as Record<string, unknown>;
      change(info);
      json(response, 200, info);
      return true;
    };
  };

function setHead(info: Record<string, unknown>, number: number): void {
  Object.assign(info, { head_block_num: number, head_block_id: blockIdOf(number) });
  Object.assign(info, {
    last_irreversible_block_num: number - 2,
    last_irreversible_block_id: blockIdOf(number - 2),
  });
}

/** Faults of a node that answers as a node does. */
const WRONG: Readonly<Record<string, (node: PoolNode) => void>> = {
  'is 80 s behind': withInfo((info) => {
    const behind = Date.parse(`${String(info['head_block_time'])}Z`) - 80_000;
    info['head_block_time'] = new Date(behind).toISOString().replace('Z', '');
    setHead(info, Number(info['head_block_num']) - 160);
  }),
  'is on another chain': withInfo((info) => (info['chain_id'] = 'ee'.repeat(32))),
  'finalized another block': withInfo((info) => {
    info['last_irreversible_block_id'] = blockIdOf(Number(info['last_irreversible_block_num']), 'ee');
  }),
  'finalizes nothing any more': withInfo((info) => {
    // Far beyond the 24 blocks that it may be behind: answers of a busy machine are some blocks apart.
    info['last_irreversible_block_num'] = Number(info['last_irreversible_block_num']) - 60;
    info['last_irreversible_block_id'] = blockIdOf(Number(info['last_irreversible_block_num']), 'ee');
  }),
};
/**
 * Of two forks the one of more nodes counts; so does an older head, beside a node that shows no headers that link its own
 * to it, as here. With such headers: test/gateway/lying-nodes/standing-nodes.spec.ts.
 */
const BY_MAJORITY = ['is 80 s behind', 'finalized another block', 'finalizes nothing any more'];

describe('NodePool', () => {
  let pool: PoolOfNodes;
  afterEach(() => pool.close());

  describe.each(Object.keys(BROKEN))('with a node that %s', (fault) => {
    it.each([1, 2])(
      `NodePool answers every read while %d of 3 nodes have the fault: ${fault}`,
      async (affected) => {
        pool = await PoolOfNodes.start(3);
        await pool.reads(40);
        await Promise.all(pool.nodes.slice(0, affected).map((node) => BROKEN[fault]!(node)));
        const names = await pool.reads(120);
        expect(names.length).toBeGreaterThanOrEqual(120);
        const good = new Set(pool.nodes.slice(fault === 'flaps' ? 0 : affected).map(({ name }) => name));
        expect(names.filter((name) => !good.has(name))).toEqual([]);
      },
    );
  });

  describe.each(Object.keys(WRONG))('with a node that %s', (fault) => {
    it.each(BY_MAJORITY.includes(fault) ? [1] : [1, 2])(
      `NodePool serves nothing of polled nodes while %d of 3 have the fault: ${fault}`,
      async (affected) => {
        pool = await PoolOfNodes.start(3);
        await pool.reads(40);
        pool.nodes.slice(0, affected).forEach(WRONG[fault]!);
        for (let index = 0; index < affected; index += 1) await pool.until(index, 'unfit');
        const bad = pool.nodes.slice(0, affected).map(({ name }) => name);
        const names = await pool.reads(120);
        for (const name of bad) expect(names).not.toContain(name);
      },
    );

    it(`NodePool gives the reason when the only node that answers has the fault: ${fault}`, async () => {
      // Of two nodes nothing shows which one has finalized another block.
      pool = await PoolOfNodes.start(3);
      await pool.read();
      WRONG[fault]!(pool.nodes[1]!);
      const { judged } = await pool.until(1, 'unfit');
      for (const sound of [0, 2]) pool.nodes[sound]!.fault = BROKEN_TABLE;
      const error: unknown = await pool.read().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(UpstreamUnavailableError);
      expect((error as UpstreamUnavailableError).why).toContain(judged.why.replace(/\d.*$/, ''));
    });
  });

  const BROKEN_TABLE: PoolNode['fault'] = (path, response) => {
    if (path === TABLE_ROWS) response.writeHead(502).end('<html>');
    return path === TABLE_ROWS;
  };

  it.each([
    ['is killed', 'cannot be reached'],
    ['hangs', 'no answer within'],
    ['resets in the middle of an answer', 'the connection broke'],
    ['is a proxy with nothing behind it', "answered HTTP 502 without a node's error body"],
    ['limits the rate', 'is busy (HTTP 429)'],
    ['truncates its JSON', 'answered with something that is not JSON'],
  ])(
    'NodePool is unavailable within the deadline, with the reason, when every node %s',
    async (fault, reason) => {
      pool = await PoolOfNodes.start(3, fault === 'hangs' ? { deadlinesMs: { table: 1_500 } } : {});
      await pool.reads(20);
      await Promise.all(pool.nodes.map((node) => BROKEN[fault]!(node)));
      const error: unknown = await pool.read().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(UpstreamUnavailableError);
      expect((error as UpstreamUnavailableError).why).toContain(reason);
      expect((error as UpstreamUnavailableError).why).not.toContain('127.0.0.1');
    },
  );

  it('a large answer that is truncated is not passed on', async () => {
    pool = await PoolOfNodes.start(2);
    const whole = JSON.stringify({ rows: Array.from({ length: 2_000 }, (_, id) => ({ id })), more: false });
    const waiting: (() => unknown)[] = [];
    pool.nodes.forEach((one, index) => {
      one.fault = (path, response) => {
        const body = index === 0 ? whole.slice(0, whole.lastIndexOf(',{')) : whole;
        const send = (): unknown =>
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
            .end(body);
        if (path !== TABLE_ROWS) return false;
        // The other node answers when this one was asked: it is asked first, or beside a late one.
        if (index === 0 || pool.requests(0) > 0) send();
        else waiting.push(send);
        if (index === 0) for (const answer of waiting.splice(0)) answer();
        return true;
      };
    });
    const request = {
      method: 'POST',
      path: TABLE_ROWS,
      route: TABLE_ROWS,
      body: '{}',
      call: 'table',
    } as const;
    for (let read = 0; read < 10; read += 1) {
      const { reply, node } = await pool.client.rawRequest(request);
      expect([node.label, reply.bytes.length]).toEqual(['node-2', whole.length]);
    }
    expect(pool.requests(0)).toBeGreaterThan(0);
  });

  it('NodePool ends the request at a late node when another node has answered', async () => {
    pool = await PoolOfNodes.start(2);
    await pool.reads(40);
    const ended: Promise<void>[] = [];
    for (const one of pool.nodes) {
      one.fault = (path, response, answer) => {
        if (path !== TABLE_ROWS) return false;
        if (ended.length > 0) answer();
        else ended.push(new Promise((resolve) => response.on('close', resolve)));
        return true;
      };
    }
    await pool.read();
    await Promise.all(ended);
    expect(pool.requests(0) + pool.requests(1)).toBeGreaterThanOrEqual(42);
  });

  it('NodePool stops its polls after a minute without a request, and polls for the next one', async () => {
    const clock = new ManualClock(Date.parse('2026-11-22T12:00:00Z'));
    pool = await PoolOfNodes.start(1, { clock });
    await pool.read();
    clock.advance(61_000);
    const polls = () => pool.requests(0, INFO);
    for (let before = -1; before !== polls(); await delay(200)) before = polls();
    const idle = polls();
    expect(await pool.read()).toBe('node-1');
    expect(polls()).toBeGreaterThan(idle);
  });

  it('reads of NodePool leave no timers that keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    pool = await PoolOfNodes.start(2);
    const before = timers();
    await pool.reads(40);
    // Polls that are under way have some.
    expect(timers() - before).toBeLessThan(20);
  });

  it.each([
    ['far above what the nodes of this one report', 1e11],
    ['a little above it', 9],
  ])('NodePool serves from its nodes when another replica states a head %s', async (_, above) => {
    const sharedHeads = { raise: (_network: string, head: number) => Promise.resolve(head + above) };
    pool = await PoolOfNodes.start(2, { sharedHeads });
    await pool.reads(40);
    expect([pool.status(0).judged.kind, pool.status(1).judged.kind]).toEqual(['fit', 'fit']);
    expect((await pool.client.info()).headBlockNum).toBeLessThan(2_000);
  });

  it('NodePool answers with the refusal of a node at once: another node would refuse as well', async () => {
    pool = await PoolOfNodes.start(3);
    for (const one of pool.nodes) {
      one.fault = (path, response) => {
        if (path === TABLE_ROWS)
          json(response, 500, nodeosError(500, 3060003, 'contract_query', 'no such table'));
        return path === TABLE_ROWS;
      };
    }
    await expect(pool.read()).rejects.toThrow('no such table');
    expect([0, 1, 2].reduce((sum, index) => sum + pool.requests(index), 0)).toBe(1);
  });
});
