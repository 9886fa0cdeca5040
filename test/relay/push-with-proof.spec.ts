import {
  bytesToHex,
  derivePrivateKey,
  nameFromValue,
  packTransaction,
  signDigest,
  signingDigest,
  type Transaction,
} from '@app/antelope';
import type { Networks } from '@app/networks';
import { ToolError } from '@app/tooling';
import { UpstreamUnavailableError, type Chains } from '@app/upstream';
import { RelayService } from '../../apps/gateway/src/relay/relay.service';
import { FakeChain, idOf } from './support/fake-chain';
import { ASSERTION, DEADLINE, FakeNode, LAGGING, json, type SendScript } from './support/fake-node';
import { UNLIMITED } from './support/unlimited';
import { impatientChains, mainnetOn } from './support/network';

const key = derivePrivateKey('push-with-proof.spec');
const transaction: Transaction = {
  expiration: '2026-11-21T12:05:00',
  ref_block_num: 1,
  ref_block_prefix: 2,
  max_net_usage_words: 0,
  max_cpu_usage_ms: 0,
  delay_sec: 0,
  context_free_actions: [],
  actions: [
    {
      account: 'btc.token',
      name: 'transfer',
      authorization: [{ actor: 'alice', permission: 'active' }],
      data: 'abcd',
    },
  ],
  transaction_extensions: [],
};

describe('a signed transaction', () => {
  let chain: FakeChain;
  let nodes: FakeNode[];
  let networks: Networks;
  let chains: Chains;

  const start = async (...scripts: SendScript[][]): Promise<void> => {
    chain = new FakeChain('push-with-proof');
    nodes = await Promise.all(scripts.map(() => FakeNode.start(chain)));
    scripts.forEach((script, index) => (nodes[index]!.script = script));
    networks = mainnetOn(
      nodes.map(({ url }) => url),
      chain.chainId,
    );
    chains = impatientChains(networks);
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

  it('is executed when a node takes it', async () => {
    await start(['take']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
    const asked = new Set(nodes[0]!.requests.map(({ path }) => path));
    expect([...asked]).toEqual(['/v1/chain/get_info', '/v1/chain/send_transaction']);
  });

  it('is a success the second time, and still there once', async () => {
    await start(['take']);
    await relay();
    expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
    expect(chain.applied.size).toBe(1);
  });

  it("is refused with the contract's own words, and no other node is asked", async () => {
    await start(['refuse'], ['take']);
    expect(await message(relay())).toBe(ASSERTION);
    expect(nodes[1]!.pushes()).toEqual([]);
  });

  it('is refused as well when the node says so in a trace', async () => {
    await start(['except'], ['take']);
    expect(await message(relay())).toBe(ASSERTION);
  });

  it.each<SendScript>(['deadline', 'lagging'])(
    'goes to the next node when the refusal may be the trouble of one node: %s',
    async (trouble) => {
      await start([trouble], ['take']);
      expect(await relay()).toEqual({ ...landed, status: 'executed' });
    },
  );

  it.each<[string, SendScript[][], string]>([
    ['every node refuses so', [['lagging'], ['deadline']], LAGGING],
    ['no other node can be reached', [['deadline'], ['busy']], DEADLINE],
    ['another node knows better', [['deadline'], ['refuse'], ['take']], ASSERTION],
    ['a silent node refuses it for good in the end', [['deadline'], ['reset', 'refuse']], ASSERTION],
  ])('is refused with what weighs most when %s', async (_, scripts, reason) => {
    await start(...scripts);
    expect(await message(relay())).toContain(reason);
  });

  it('is unknown when a node that may hold it has trouble of its own', async () => {
    await start(['reset', 'lagging'], ['refuse']);
    expect(await relay()).toMatchObject({ status: 'unknown' });
  });

  it('goes to the next node when one is not there, is busy, or is on another chain', async () => {
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
  ])('is a success when %s: another node has it already', async (_, scripts) => {
    await start(...scripts);
    expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
    expect(chain.applied.size).toBe(1);
  });

  it.each<[string, SendScript[]]>([
    ['the connection broke', ['take-reset']],
    ['the answer never came', ['take-hang']],
    ['a proxy answered instead', ['take-html']],
    ['the answer was garbled', ['garble']],
  ])('is found by its id when %s and there is one node only', async (_, script) => {
    await start([...script, 'hang']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
    expect(nodes[0]!.pushes()).toHaveLength(1);
  });

  it('is found in the history of a node that keeps no status', async () => {
    await start(['take-reset', 'hang']);
    nodes[0]!.hasStatus = false;
    nodes[0]!.hasHistory = true;
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it('is sent once more to a node that keeps neither, which then knows it', async () => {
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

  it('is taken by another node when the first never took it', async () => {
    await start(['hang'], ['take']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it('is taken by the only node at the second try', async () => {
    await start(['reset', 'take']);
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it('is a failure only when every node that may hold it has refused it', async () => {
    await start(['reset', 'refuse'], ['refuse']);
    expect(await message(relay())).toBe(ASSERTION);
    expect(nodes.map((node) => node.pushes().length)).toEqual([2, 1]);
  });

  it('is unknown, not failed, while a node that was sent it stays silent', async () => {
    await start(['hang'], ['refuse']);
    expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
  });

  it('is unknown when it expired meanwhile: a node that took it in time says "expired" too', async () => {
    await start(['reset', 'expired']);
    expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
  });

  it.each(['refuse', 'expired'] as const)(
    'is unknown when the node says "%s" and no node answers where it is',
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

  it('is a success when it expires on the way and had landed before', async () => {
    await start(['expired']);
    chain.take(id);
    expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
  });

  describe('that comes after its expiry', () => {
    const startExpired = async () => {
      await start(['take']);
      chain.headBlockTime = '2026-11-21T12:06:00.000';
    };

    it('is a success when it had landed before, and is not sent', async () => {
      await startExpired();
      chain.take(id);
      expect(await relay()).toEqual({ ...landed, status: 'already_executed' });
      expect(nodes[0]!.pushes()).toEqual([]);
    });

    it('is refused when no node knows it, without the advice to pay again', async () => {
      await startExpired();
      const text = await message(relay());
      expect(text).toContain('expired at 2026-11-21T12:05:00Z');
      expect(text).toContain(`no node knows ${id} as landed`);
      expect(nodes[0]!.pushes()).toEqual([]);
    });

    it('is not said to be unknown to all nodes when none could be asked', async () => {
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

  it('that asks for thousands of actions is refused in a few words', async () => {
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

  it('is unknown when every node stays silent', async () => {
    await start(['hang'], ['html'], ['reset']);
    expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
  });

  describe('that several nodes let hang for longer than there is time', () => {
    const startHanging = async (budgetMs: number) => {
      await start(['hang'], ['hang'], ['hang'], ['hang']);
      await chains.close();
      const endless = 600_000;
      const push = { budgetMs, lookups: 1_000_000, pauseMs: 1 };
      chains = impatientChains(networks, { deadlinesMs: { push: endless, lookup: endless }, push });
    };

    it('is unknown when the time is over', async () => {
      await startHanging(400);
      expect(await relay()).toEqual({ ...landed, status: 'unknown', block_num: null, block_time: null });
      expect(nodes.slice(1).flatMap((node) => node.pushes())).toEqual([]);
    });

    it('is unknown as well when no node answers a lookup', async () => {
      await startHanging(400);
      for (const node of nodes) node.override = (path) => path.includes('transaction');
      expect(await relay()).toMatchObject({ status: 'unknown' });
    });

    it('is looked up before the time is over', async () => {
      await startHanging(1_200);
      nodes[0]!.script = ['take-hang'];
      expect(await relay()).toEqual({ ...landed, status: 'executed' });
    });
  });

  it('is a success when it turns up while the silence is looked into', async () => {
    await start(['hang'], ['refuse']);
    let lookups = 0;
    nodes[1]!.override = (path) => {
      if (path === '/v1/chain/get_transaction_status' && ++lookups === 2) chain.take(id);
      return false;
    };
    expect(await relay()).toEqual({ ...landed, status: 'executed' });
  });

  it.each(['stopped', 'busy'])(
    'is not taken anywhere when every node is %s: safe to repeat',
    async (state) => {
      await start(['busy'], ['busy']);
      if (state === 'stopped') await Promise.all(nodes.map((node) => node.stop()));
      await expect(relay()).rejects.toThrow(UpstreamUnavailableError);
      expect(chain.sent).toEqual([]);
    },
  );

  it('goes out as identical bytes, whoever gets it', async () => {
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

  it('that the policy refuses reaches no node', async () => {
    await start(['take']);
    chain.headBlockTime = '2026-11-21T13:00:00.000';
    expect(await message(relay())).toContain('expired');
    expect(nodes[0]!.pushes()).toEqual([]);
  });

  it('is seen by the read that follows it', async () => {
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
