import { VerifiedCall } from '@app/operations';
import { Chains } from '@app/upstream';
import type { LyingNode } from '../../harness/fake-node/lying-node';
import { expireReadCache, type RunningGateway } from '../../harness/gateway/start-gateway';
import { allOr } from '../../harness/long';
import { until } from '../../harness/until';
import { callTool, isCoolingDown, LiedChain, statusOf } from './support';

const CURRENCY_BALANCE = '/v1/chain/get_currency_balance';
const RAW_ABI = '/v1/chain/get_raw_abi';
const ROWS = '/v1/chain/get_table_rows';
const INFO = '/v1/chain/get_info';

let world: LiedChain;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await LiedChain.start();
});
afterAll(() => world.close());
afterEach(async () => {
  world.restore();
  await gateway.close();
});

const getVault = () => callTool(gateway, 'get_vault', { account: 'alice' });

/** A node that ends the connection instead of an answer to a route; it answers its polls. */
const breakRoute = (node: LyingNode, route: string): void => {
  node.lies.set(route, () => Promise.reject(new Error('broken')));
};

/** A node that never answers a route; it answers its polls. */
const hangAt = (node: LyingNode, route: string): void => {
  node.lies.set(route, () => new Promise(() => undefined));
};

describe('a read that money follows and only one node answers', () => {
  it.each(allOr([2, 3], [3]))(
    'the answer of a liar is not believed alone when the other ones of %d nodes fail for a moment',
    async (nodes) => {
      const [first, second, liar] = [world.proxies[0]!, world.proxies[1]!, world.liar];
      liar.lies.set(CURRENCY_BALANCE, () => ['99.00000000 CBTC']);
      for (const honest of [first, second]) breakRoute(honest, CURRENCY_BALANCE);
      gateway = await world.gateway(nodes);
      const { status, body, verified } = await getVault();
      expect({ status, code: body['code'], verified }).toEqual({
        status: 400,
        code: 'unconfirmed',
        verified: null,
      });
      expect(body['error']).toBe(
        `only one node of mainnet answered ${CURRENCY_BALANCE}: it is compared with another one before money follows it. Nothing of it is used; retry later`,
      );

      // Honest nodes that answer again are believed.
      for (const honest of [first, second]) honest.lies.clear();
      await until(async () => {
        expireReadCache();
        const answer = await getVault();
        if (answer.status === 200) expect(answer.body['cbtc_balance']).not.toContain('99.');
        return nodes === 3 ? answer.status === 200 : answer.body['code'] === 'nodes_disagree';
      });
    },
  );

  it('the answer of one node is used, and says so, once the other one fails its polls', async () => {
    gateway = await world.gateway(2);
    expect(await getVault()).toMatchObject({ status: 200, verified: '2/2' });
    for (const route of [CURRENCY_BALANCE, ROWS, RAW_ABI, INFO]) breakRoute(world.liar, route);
    await until(async () => {
      expireReadCache();
      const { status, verified } = await getVault();
      const { judged } = statusOf(gateway, 'node-3');
      if (status === 200 && verified !== '2/2') {
        expect(verified).toBe('1/2');
        expect(judged.kind).not.toBe('fit');
      }
      return status === 200 && verified === '1/2';
    });
  });

  it('the answer of a liar is not believed alone while the other one fails each request and answers its polls', async () => {
    const honest = world.proxies[1]!;
    world.liar.lies.set(CURRENCY_BALANCE, () => ['99.00000000 CBTC']);
    gateway = await world.gateway(2);
    for (const route of [CURRENCY_BALANCE, ROWS, RAW_ABI]) breakRoute(honest, route);
    const codes = new Set<unknown>();
    await until(async () => {
      expireReadCache();
      codes.add((await getVault()).body['code']);
      return statusOf(gateway, 'node-2').circuit !== 'closed';
    });
    expireReadCache();
    codes.add((await getVault()).body['code']);
    expect([...codes]).toEqual(['unconfirmed']);
  });

  it('a node that hangs is not waited for where a third one answers', async () => {
    gateway = await world.gateway(3);
    expect(await getVault()).toMatchObject({ status: 200, verified: '2/2' });
    // A call that waits for a deadline waits for two minutes, and five of them for longer than a test may take.
    hangAt(world.liar, CURRENCY_BALANCE);
    hangAt(world.liar, ROWS);
    for (let call = 0; call < 5; call += 1) {
      expireReadCache();
      expect(await getVault()).toMatchObject({ status: 200, verified: '2/2' });
    }
  });
});

describe('a page of rows that one node cuts short', () => {
  const PAGE = { code: 'bridge', scope: 'bridge', table: 'accounts', limit: 50 };
  interface Rows {
    readonly rows: readonly unknown[];
  }

  /** Ends every page of more than one row after its first one, as a node does that is out of time. */
  const cutPages = (node: LyingNode): void => {
    node.lies.set(ROWS, (answer, body) => {
      const { rows } = answer as Rows;
      const { limit } = JSON.parse(body) as { readonly limit: number };
      return limit <= 1 || rows.length <= 1 ? answer : { rows: rows.slice(0, 1), more: true, next_key: '7' };
    });
  };

  const read = async () => {
    expireReadCache();
    const call = new VerifiedCall();
    const page = await call.run(() => gateway.app.get(Chains).of('mainnet').tableRows(PAGE));
    return { page, verified: call.weakest };
  };

  it.each(allOr([2, 3], [2]))('a page that one of %d nodes cuts short is no disagreement', async (nodes) => {
    gateway = await world.gateway(nodes);
    const whole = await read();
    expect(whole.page.rows.length).toBeGreaterThan(2);
    const one = await gateway.app
      .get(Chains)
      .of('mainnet')
      .tableRows({ ...PAGE, limit: 1 });
    cutPages(world.liar);
    for (let isCut = false; !isCut;) {
      const { page, verified } = await read();
      expect(verified).toEqual({ agreeing: 2, asked: 2 });
      expect(page.rows).toEqual(whole.page.rows.slice(0, page.rows.length));
      isCut = page.rows.length === 1;
      // The key to continue with is that of both nodes.
      if (isCut) expect(page).toMatchObject({ more: true, nextKey: one.nextKey });
    }
    expect(isCoolingDown(gateway, 'node-3')).toBe(false);
    expect(gateway.app.get(Chains).of('mainnet').comparisons().disagreements).toEqual([]);
  });

  it('a page that a liar cuts short to hide rows is refused, as the other node continues elsewhere', async () => {
    world.liar.lies.set(ROWS, (answer) => {
      const { rows } = answer as Rows;
      return { rows: rows.slice(0, 1), more: true, next_key: '18446744073709551615' };
    });
    gateway = await world.gateway(2);
    await expect(read()).rejects.toThrow('disagree: /v1/chain/get_table_rows, nextKey');
  });
});
