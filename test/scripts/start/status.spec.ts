import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

interface Check {
  readonly ok: boolean;
  readonly detail: string;
}
interface Waits {
  readonly networksMs: number;
  readonly profilesMs: number;
  readonly historyMs: number;
}
interface StatusModule {
  networkStates(
    gateway: string,
    waits: Waits,
    management: string,
  ): Promise<{ info?: object; nodes?: Check; profile?: Check }[]>;
  waitsOf(run: { chains: readonly string[]; histories: readonly string[] }): Waits;
}
const load = () =>
  import(path.resolve(__dirname, '../../../scripts/start/status.mjs')) as Promise<StatusModule>;

const OK = { ok: true, detail: '' };
const NOT_OK = { ok: false, detail: 'not yet' };
const FOREVER_MS = 3_600_000;

describe('the state of the networks at the start', () => {
  let server: Server;
  let url: string;
  /** Checks by the number of answers that were given; the last ones stay. */
  let answers: { nodes: Check; profile: Check }[];
  let given: number;
  /** The status of get_chain_info while a node answers; the number of requests for it. */
  let heads: { hasHead: (check: Check | undefined) => boolean; requests: number };
  beforeEach(async () => {
    given = 0;
    heads = { hasHead: () => true, requests: 0 };
    server = createServer((request, response) => answer(request.url ?? '', response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function answer(target: string, response: ServerResponse): void {
    if (target === '/readyz') {
      const { nodes, profile } = answers[Math.min(given++, answers.length - 1)] ?? {};
      response.end(JSON.stringify({ checks: { 'nodes:mainnet': nodes, 'profile:mainnet': profile } }));
    } else {
      heads.requests += 1;
      const hasHead = heads.hasHead(answers[Math.min(given, answers.length) - 1]?.nodes);
      if (!hasHead) response.statusCode = 400;
      response.end(JSON.stringify(hasHead ? { head_block_num: 7 } : { error: 'no node answers' }));
    }
  }

  it('the state is complete when the history node can be used within its time', async () => {
    answers = [
      { nodes: NOT_OK, profile: NOT_OK },
      { nodes: NOT_OK, profile: OK },
      { nodes: OK, profile: OK },
    ];
    const { networkStates } = await load();
    const states = await networkStates(
      url,
      { networksMs: FOREVER_MS, profilesMs: FOREVER_MS, historyMs: FOREVER_MS },
      url,
    );
    expect(states).toMatchObject([{ info: { head_block_num: 7 }, nodes: OK, profile: OK }]);
    expect(given).toBe(3);
  });

  it('the state is returned without the history node after its time', async () => {
    answers = [
      { nodes: NOT_OK, profile: NOT_OK },
      { nodes: NOT_OK, profile: OK },
    ];
    const { networkStates } = await load();
    const states = await networkStates(
      url,
      { networksMs: FOREVER_MS, profilesMs: FOREVER_MS, historyMs: 0 },
      url,
    );
    expect(states).toMatchObject([{ nodes: NOT_OK, profile: OK }]);
    expect(given).toBe(2);
  });

  it('the state is returned without a checked profile after the time of the networks', async () => {
    answers = [{ nodes: OK, profile: NOT_OK }];
    const { networkStates } = await load();
    const states = await networkStates(
      url,
      { networksMs: 0, profilesMs: FOREVER_MS, historyMs: FOREVER_MS },
      url,
    );
    expect(states).toMatchObject([{ nodes: OK, profile: NOT_OK }]);
  });

  it('the state is returned without a checked profile after the time of the profiles, when each network has a head', async () => {
    answers = [{ nodes: OK, profile: NOT_OK }];
    const { networkStates } = await load();
    const waits = { networksMs: FOREVER_MS, profilesMs: 0, historyMs: FOREVER_MS };
    expect(await networkStates(url, waits, url)).toMatchObject([{ nodes: OK, profile: NOT_OK }]);
  });

  it('a network without a node is asked for its head again only when the check of its nodes differs', async () => {
    const [unpolled, refused] = ['no poll yet', 'connection refused'].map((detail) => ({
      ok: false,
      detail,
    }));
    answers = [unpolled, unpolled, refused, refused, refused, OK].map((nodes) => ({
      nodes: nodes!,
      profile: nodes!,
    }));
    heads.hasHead = (check) => check === OK;
    const { networkStates } = await load();
    const waits = { networksMs: FOREVER_MS, profilesMs: FOREVER_MS, historyMs: FOREVER_MS };
    expect(await networkStates(url, waits, url)).toMatchObject([{ info: { head_block_num: 7 }, nodes: OK }]);
    expect([given, heads.requests]).toEqual([6, 3]);
  });

  it('a network whose nodes are usable is asked for its head again after a failure', async () => {
    answers = [OK, { ...OK }].map((nodes) => ({ nodes, profile: OK }));
    const [first] = answers;
    heads.hasHead = (check) => check !== first?.nodes;
    const { networkStates } = await load();
    const waits = { networksMs: FOREVER_MS, profilesMs: FOREVER_MS, historyMs: FOREVER_MS };
    expect(await networkStates(url, waits, url)).toMatchObject([{ info: { head_block_num: 7 } }]);
  });

  it('a network without a node is returned with the reason', async () => {
    answers = [{ nodes: NOT_OK, profile: NOT_OK }];
    heads.hasHead = () => false;
    const { networkStates } = await load();
    const waits = { networksMs: 300, profilesMs: FOREVER_MS, historyMs: FOREVER_MS };
    expect(await networkStates(url, waits, url)).toMatchObject([
      { problem: 'no node answers', nodes: NOT_OK },
    ]);
  });

  it('chains of this run are waited for longer than nodes of the user, and only their history is waited for', async () => {
    const { waitsOf } = await load();
    const own = waitsOf({ chains: ['mainnet'], histories: ['http://127.0.0.1:7000'] });
    const others = waitsOf({ chains: [], histories: [] });
    expect(own.networksMs).toBeGreaterThan(others.networksMs);
    expect([own.historyMs > 0, others.historyMs]).toEqual([true, 0]);
  });
});
