import {
  bytesToHex,
  derivePrivateKey,
  nameFromValue,
  packTransaction,
  signDigest,
  signingDigest,
} from '@app/antelope';
import type { Networks } from '@app/networks';
import { ToolError } from '@app/tooling';
import { UpstreamUnavailableError, type Chains } from '@app/upstream';
import { RelayService } from '../../../apps/gateway/src/relay/relay.service';
import { FakeChain, idOf } from '../../harness/fake-node/fake-chain';
import {
  ASSERTION,
  DEADLINE,
  FakeNode,
  LAGGING,
  json,
  type SendScript,
} from '../../harness/fake-node/fake-node';
import { TRANSFER as transaction } from './support/transaction';
import { UNLIMITED } from './support/unlimited';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const key = derivePrivateKey('push-and-confirm.spec');

describe('push_transaction', () => {
  let chain: FakeChain;
  let nodes: FakeNode[];
  let networks: Networks;
  let chains: Chains;

  const start = async (...scripts: SendScript[][]): Promise<void> => {
    chain = new FakeChain('push-and-confirm');
    nodes = await Promise.all(scripts.map(() => FakeNode.start(chain)));
    scripts.forEach((script, index) => (nodes[index]!.script = script));
    networks = mainnetOn(
      nodes.map(({ url }) => url),
      chain.chainId,
    );
    chains = chainsWithShortTimeouts(networks);
  };
  afterEach(async () => {
    await chains.close();
    await Promise.all(nodes.map((node) => node.stop().catch(() => undefined)));
  });

  const packed = packTransaction(transaction);
  const packed_trx = bytesToHex(packed);
  const id = idOf(packed_trx);
  const relay = () => {
    const signatures = [signDigest(key, signingDigest(chain.chainId, packed))];
    const signed_tx = { signatures, packed_trx, compression: 0 as const, packed_context_free_data: '' };
    return new RelayService(networks, chains).push({ network: 'mainnet', signed_tx }, UNLIMITED);
  };
  const landed = {
    network: 'mainnet',
    transaction_id: id,
    block_num: 101,
    block_time: '2026-11-21T12:00:00.500Z',
  };
  const message = async (push: Promise<unknown>): Promise<string> => {
    const error: unknown = await push.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ToolError);
    return (error as ToolError).message;
  };

  it('reports executed when a node accepts the transaction', async () => {
    await start(['take']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
    const asked = new Set(nodes[0]!.requests.map(({ path }) => path));
    expect([...asked]).toEqual(['/v1/chain/get_info', '/v1/chain/send_transaction']);
  });

  it('reports already_executed for the same bytes, which are executed once', async () => {
    await start(['take']);
    await relay();
    expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
    expect(chain.applied.size).toBe(1);
  });

  it("returns the contract's error, and asks no other node", async () => {
    await start(['refuse'], ['take']);
    expect(await message(relay())).toBe(ASSERTION);
    expect(nodes[1]!.pushes()).toEqual([]);
  });

  it('returns the refusal of a node that reports it in a trace', async () => {
    await start(['except'], ['take']);
    expect(await message(relay())).toBe(ASSERTION);
  });

  it.each<SendScript>(['deadline', 'lagging'])(
    'tries the next node when the refusal may be caused by one node: %s',
    async (trouble) => {
      await start([trouble], ['take']);
      expect(await relay()).toEqual({ ...landed, status: 'executed' });
    },
  );

  it.each<[string, SendScript[][], string]>([
    ['every node refuses so', [['lagging'], ['deadline']], LAGGING],
    ['no other node can be reached', [['deadline'], ['busy']], DEADLINE],
    ['another node refuses definitively', [['deadline'], ['refuse'], ['take']], ASSERTION],
    ['an unacknowledged node refuses it definitively later', [['deadline'], ['reset', 'refuse']], ASSERTION],
  ])('returns the most definitive refusal when %s', async (_, scripts, reason) => {
    await start(...scripts);
    expect(await message(relay())).toContain(reason);
  });

  it('reports unknown when a node that may hold the transaction fails for a reason of its own', async () => {
    await start(['reset', 'lagging'], ['refuse']);
    expect(await relay()).toMatchObject({ status: 'unknown' });
  });

  it('tries the next node when one is unreachable, busy, or on another chain', async () => {
    await start(['take'], ['busy'], ['take'], ['take']);
    await nodes[0]!.stop();
    nodes[2]!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_info') return false;
      json(response, 200, new FakeChain('another').info());
      return true;
    };
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
    expect(nodes.map((node) => node.pushes().length)).toEqual([0, 1, 0, 1]);
  });

  it.each<[string, SendScript[][]]>([
    ['the connection broke after it was taken', [['take-reset'], ['take']]],
    ['the answer never came', [['take-hang'], ['take']]],
    ['a proxy answered instead', [['take-html'], ['take']]],
    ['the answer was garbled', [['garble'], ['take']]],
  ])('reports already_executed when %s and another node has the transaction', async (_, scripts) => {
    await start(...scripts);
    expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
    expect(chain.applied.size).toBe(1);
  });

  it.each<[string, SendScript[]]>([
    ['the connection broke', ['take-reset']],
    ['the answer never came', ['take-hang']],
    ['a proxy answered instead', ['take-html']],
    ['the answer was garbled', ['garble']],
  ])('finds the transaction by its id when %s and there is one node only', async (_, script) => {
    await start([...script, 'hang']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
    expect(nodes[0]!.pushes()).toHaveLength(1);
  });

  it('finds the transaction in the history of a node without transaction status', async () => {
    await start(['take-reset', 'hang']);
    nodes[0]!.hasStatus = false;
    nodes[0]!.hasHistory = true;
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it('sends again to a node without status and history, which then reports a duplicate', async () => {
    await start(['take-reset', 'take']);
    nodes[0]!.hasStatus = false;
    expect(await relay()).toEqual({
      ...landed,
      status: 'already_executed',
      block_num: null,
      block_time: null,
    });
    expect(chain.applied.size).toBe(1);
  });

  it('reports executed when another node accepts it after the first never received it', async () => {
    await start(['hang'], ['take']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it('reports executed when the only node accepts it at the second attempt', async () => {
    await start(['reset', 'take']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it('reports a failure only when every node that may hold it has refused it', async () => {
    await start(['reset', 'refuse'], ['refuse']);
    expect(await message(relay())).toBe(ASSERTION);
    expect(nodes.map((node) => node.pushes().length)).toEqual([2, 1]);
  });

  it('reports unknown, not failed, while a node that was sent the bytes does not answer', async () => {
    await start(['hang'], ['refuse']);
    expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
  });

  it('reports unknown when it expired meanwhile: a node that accepted it in time answers "expired" too', async () => {
    await start(['reset', 'expired']);
    expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
  });

  it.each(['refuse', 'expired'] as const)(
    'reports unknown when the node answers "%s" and no node answers a look-up',
    async (answer) => {
      await start([answer]);
      nodes[0]!.override = (path, _body, response) => {
        if (path !== '/v1/chain/get_transaction_status' && !path.startsWith('/v1/history/')) return false;
        response.socket?.destroy();
        return true;
      };
      expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
    },
  );

  it('reports already_executed when it expires during the push and was executed before', async () => {
    await start(['expired']);
    chain.take(id);
    expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
  });

  describe('of an expired transaction', () => {
    const startExpired = async () => {
      await start(['take']);
      chain.headBlockTime = '2026-11-21T12:06:00.000';
    };

    it('reports already_executed when it was executed before, and sends nothing', async () => {
      await startExpired();
      chain.take(id);
      expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
      expect(nodes[0]!.pushes()).toEqual([]);
    });

    it('refuses it when no node knows it, without the advice to pay again', async () => {
      await startExpired();
      const text = await message(relay());
      expect(text).toContain('expired at 2026-11-21T12:05:00Z');
      expect(text).toContain(`no node knows ${id} as landed`);
      expect(nodes[0]!.pushes()).toEqual([]);
    });

    it('does not claim that all nodes lack it when none could be asked', async () => {
      await startExpired();
      nodes[0]!.override = (path, _body, response) => {
        if (path === '/v1/chain/get_info') return false;
        response.socket?.destroy();
        return true;
      };
      const text = await message(relay());
      expect(text).toContain('expired at 2026-11-21T12:05:00Z');
      expect(text).toMatch(/^no node of mainnet could answer: /);
      expect(text).toContain(`whether ${id} landed before is not known: push the same bytes again`);
      expect(text).not.toContain('no node knows');
    });
  });

  it('refuses a transaction of thousands of actions with a short message', async () => {
    await start(['take']);
    const actions = Array.from({ length: 500 }, (_, index) => ({
      ...transaction.actions[0]!,
      name: nameFromValue(BigInt(index + 1) << 40n),
    }));
    const many = packTransaction({ ...transaction, actions });
    const signatures = [signDigest(key, signingDigest(chain.chainId, many))];
    const signed_tx = { signatures, packed_trx: bytesToHex(many), compression: 0 as const };
    const text = await message(
      new RelayService(networks, chains).push(
        { network: 'mainnet', signed_tx: { ...signed_tx, packed_context_free_data: '' } },
        UNLIMITED,
      ),
    );
    expect(text).toMatch(/; and 490 more$/);
    expect(text.length).toBeLessThan(2_000);
  });

  it('reports unknown when no node answers', async () => {
    await start(['hang'], ['html'], ['reset']);
    expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
  });

  describe('when several nodes hang for longer than the budget', () => {
    const startHanging = async (budgetMs: number) => {
      await start(['hang'], ['hang'], ['hang'], ['hang']);
      await chains.close();
      const endless = 600_000;
      const push = { budgetMs, lookups: 1_000_000, pauseMs: 1 };
      chains = chainsWithShortTimeouts(networks, { deadlinesMs: { push: endless, lookup: endless }, push });
    };

    it('reports unknown when the budget is used up', async () => {
      await startHanging(400);
      expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
      expect(nodes.slice(1).flatMap((node) => node.pushes())).toEqual([]);
    });

    it('reports unknown when no node answers a lookup', async () => {
      await startHanging(400);
      for (const node of nodes) node.override = (path) => path.includes('transaction');
      expect(await relay()).toMatchObject({ status: 'unknown' });
    });

    it('looks the transaction up before the budget is used up', async () => {
      await startHanging(1_200);
      nodes[0]!.script = ['take-hang'];
      expect(await relay()).toEqual({ ...landed, status: 'executed' });
    });
  });

  it('reports executed when a look-up finds it', async () => {
    await start(['hang'], ['refuse']);
    let lookups = 0;
    nodes[1]!.override = (path) => {
      if (path === '/v1/chain/get_transaction_status' && ++lookups === 2) chain.take(id);
      return false;
    };
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it.each(['stopped', 'busy'])(
    'fails as unavailable, with nothing sent, when every node is %s',
    async (state) => {
      await start(['busy'], ['busy']);
      if (state === 'stopped') await Promise.all(nodes.map((node) => node.stop()));
      await expect(relay()).rejects.toThrow(UpstreamUnavailableError);
      expect(chain.sent).toEqual([]);
    },
  );

  it('sends identical bytes to every node', async () => {
    await start(['reset'], ['html'], ['busy'], ['take-hang', 'hang']);
    await relay();
    const bodies = nodes.flatMap((node) => node.pushes());
    expect(bodies.length).toBeGreaterThanOrEqual(4);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0]!)).toMatchObject({
      compression: 'none',
      packed_context_free_data: '',
      packed_trx,
    });
  });

  it('sends nothing when the policy refuses the transaction', async () => {
    await start(['take']);
    chain.headBlockTime = '2026-11-21T13:00:00.000';
    expect(await message(relay())).toContain('expired');
    expect(nodes[0]!.pushes()).toEqual([]);
  });

  it('is visible to the next read', async () => {
    await start(['take']);
    nodes[0]!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_table_rows') return false;
      json(response, 200, { rows: [{ pushed: chain.applied.size }], more: false, next_key: '' });
      return true;
    };
    const rows = async () =>
      (await chains.of('mainnet').tableRows({ code: 'dex', scope: 'dex', table: 't' })).rows;
    expect(await rows()).toEqual([{ pushed: 0 }]);
    await relay();
    expect(await rows()).toEqual([{ pushed: 1 }]);
  });
});
