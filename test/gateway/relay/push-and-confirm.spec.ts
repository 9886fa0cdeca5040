import { FakeChain } from '../../harness/fake-node/fake-chain';
import {
  ASSERTION,
  DEADLINE,
  type FakeNode,
  json,
  LAGGING,
  type SendScript,
} from '../../harness/fake-node/fake-node';
import { TRANSFER } from './support/transaction';
import { ID, LANDED, PACKED, PENDING, RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';

describe('push_transaction', () => {
  const fakes = new RelayOnFakeNodes();
  afterEach(() => fakes.close());

  it('push_transaction reports executed when a node accepts the transaction', async () => {
    await fakes.start(['take']);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    const asked = new Set(fakes.nodes[0]!.requests.map(({ path }) => path));
    asked.delete('/v1/node/get_supported_apis');
    const lookUp = '/v1/chain/get_transaction_status';
    expect([...asked]).toEqual(['/v1/chain/get_info', '/v1/chain/send_transaction', lookUp]);
  });

  it('push_transaction reports already_executed for the same bytes, which are executed once', async () => {
    await fakes.start(['take']);
    await fakes.push();
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'already_executed' });
    expect(fakes.chain.applied.size).toBe(1);
  });

  it("push_transaction returns the contract's error once two nodes gave it, and asks no third one", async () => {
    await fakes.start(['refuse'], ['refuse'], ['take']);
    expect(await fakes.refusal()).toBe(ASSERTION);
    expect(fakes.nodes.map((node) => node.pushes().length)).toEqual([1, 1, 0]);
  });

  it.each<SendScript>(['html', 'busy'])(
    'push_transaction asks a second node that answered the push of another client without a meaning: %s',
    async (unclear) => {
      await fakes.start([unclear, unclear, 'refuse'], [unclear, unclear, 'take']);
      await fakes.restart({ push: WITHOUT_WAIT });
      expect(await fakes.push({ ...TRANSFER, max_cpu_usage_ms: 1 })).toMatchObject({ status: 'unknown' });
      expect(await fakes.push()).toMatchObject({ status: 'executed' });
    },
  );

  it("push_transaction returns the contract's error that the only node gives", async () => {
    await fakes.start(['refuse']);
    expect(await fakes.refusal()).toBe(ASSERTION);
  });

  it('push_transaction returns the refusal of a node that reports it in a trace', async () => {
    await fakes.start(['except'], ['except']);
    expect(await fakes.refusal()).toBe(ASSERTION);
  });

  it.each<SendScript>(['deadline', 'lagging'])(
    'push_transaction tries the next node when the refusal may be caused by one node: %s',
    async (trouble) => {
      await fakes.start([trouble], ['take']);
      expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    },
  );

  it.each<[string, SendScript[][], string]>([
    ['every node refuses so', [['lagging'], ['deadline']], LAGGING],
    ['two other nodes refuse definitively', [['deadline'], ['refuse'], ['refuse'], ['take']], ASSERTION],
    ['one refuses definitively, which may lie', [['deadline'], ['refuse']], DEADLINE],
    ['two refuse definitively, one of them later', [['reset', 'refuse'], ['refuse']], ASSERTION],
  ])(
    'push_transaction returns the most definitive refusal that nodes agree on when %s',
    async (_, scripts, reason) => {
      await fakes.start(...scripts);
      expect(await fakes.refusal()).toContain(reason);
    },
  );

  it('push_transaction returns the refusal when no other node can be reached', async () => {
    await fakes.start(['deadline'], ['take']);
    await fakes.nodes[1]!.stop();
    expect(await fakes.refusal()).toContain(DEADLINE);
  });

  it.each<[string, SendScript[][]]>([
    ['another node is busy', [['deadline'], ['busy']]],
    ['the only node is busy', [['busy']]],
  ])('push_transaction reports unknown when %s: it may have executed the bytes', async (_, scripts) => {
    await fakes.start(...scripts);
    expect(await fakes.push()).toMatchObject({ status: 'unknown' });
  });

  it('push_transaction reports executed when a node executed the bytes and answered that it is busy', async () => {
    await fakes.start(['take-busy']);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction reports unknown when the node that refuses it cannot look transactions up', async () => {
    await fakes.start(['refuse']);
    fakes.nodes[0]!.hasStatus = false;
    expect(await fakes.push()).toMatchObject({ status: 'unknown' });
  });

  describe('of a transaction that is expired by the word of the nodes', () => {
    // The relay knows a head before the expiry, and the node an irreversible block after it.
    const coverLife = (node: FakeNode): void => {
      node.override = (path, _body, response) => {
        if (path !== '/v1/chain/get_transaction_status') return false;
        const irreversible_timestamp = '2026-11-21T12:05:00.500';
        json(response, 200, {
          ...{ state: 'UNKNOWN', head_number: 700, irreversible_timestamp },
          earliest_tracked_block_number: 1,
        });
        return true;
      };
    };
    const start = async (nodes: number, keeping: number, verify: 'off' | 'quorum') => {
      await fakes.start(...Array.from({ length: nodes }, () => ['expired' as const]));
      fakes.verify(verify);
      for (const [index, node] of fakes.nodes.entries()) {
        if (index < keeping) coverLife(node);
        else node.hasStatus = false;
      }
    };

    it.each([
      ['the only node keeps every block that may hold it', 1, 1, 'quorum'],
      ['two nodes keep them', 3, 2, 'quorum'],
      ['one of two nodes keeps them, and reads are not compared', 2, 1, 'off'],
    ] as const)('push_transaction returns "expired" when %s', async (_, nodes, keeping, verify) => {
      await start(nodes, keeping, verify);
      expect(await fakes.refusal()).toContain('no node knows');
    });

    it('push_transaction reports unknown when one node alone says that an expired transaction is in no block', async () => {
      await start(2, 1, 'quorum');
      expect(await fakes.push()).toMatchObject({ status: 'unknown' });
    });
  });

  it('push_transaction tries the next node when one is unreachable, busy, or on another chain', async () => {
    await fakes.start(['take'], ['busy'], ['take'], ['take']);
    await fakes.nodes[0]!.stop();
    fakes.nodes[2]!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_info') return false;
      json(response, 200, new FakeChain('another').info());
      return true;
    };
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    expect(fakes.nodes.map((node) => node.pushes().length)).toEqual([0, 1, 0, 1]);
  });

  it.each<[string, SendScript[][]]>([
    ['the connection broke after it was taken', [['take-reset'], ['take']]],
    ['the answer never came', [['take-hang'], ['take']]],
    ['a proxy answered instead', [['take-html'], ['take']]],
    ['the answer was garbled', [['garble'], ['take']]],
  ])(
    'push_transaction reports executed when %s and another node has the transaction by it',
    async (_, scripts) => {
      await fakes.start(...scripts);
      expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
      expect(await fakes.push()).toEqual({ ...LANDED, status: 'already_executed' });
      expect(fakes.chain.applied.size).toBe(1);
    },
  );

  it.each<[string, SendScript[]]>([
    ['the connection broke', ['take-reset']],
    ['the answer never came', ['take-hang']],
    ['a proxy answered instead', ['take-html']],
    ['the answer was garbled', ['garble']],
  ])(
    'push_transaction finds the transaction by its id when %s and there is one node only',
    async (_, script) => {
      await fakes.start([...script, 'hang']);
      expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
      expect(fakes.nodes[0]!.pushes()).toHaveLength(1);
    },
  );

  it('push_transaction finds the transaction in the history of a node without transaction status', async () => {
    await fakes.start(['take-reset', 'hang']);
    fakes.nodes[0]!.hasStatus = false;
    fakes.nodes[0]!.hasHistory = true;
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction sends again to a node without status and history, whose duplicate shows no block', async () => {
    await fakes.start(['take-reset', 'take']);
    await fakes.restart({ push: WITHOUT_WAIT });
    fakes.nodes[0]!.hasStatus = false;
    expect(await fakes.push()).toEqual(PENDING);
    expect(fakes.chain.applied.size).toBe(1);
  });

  it('push_transaction reports executed when another node accepts it after the first never received it', async () => {
    await fakes.start(['hang'], ['take']);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction reports executed when the only node accepts it at the second attempt', async () => {
    await fakes.start(['reset', 'take']);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction reports already_executed when it expires during the push and was executed before', async () => {
    await fakes.start(['expired']);
    fakes.chain.take(ID);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'already_executed' });
  });

  it('push_transaction reports executed when a look-up finds it', async () => {
    await fakes.start(['hang'], ['refuse']);
    let lookups = 0;
    fakes.nodes[1]!.override = (path) => {
      if (path === '/v1/chain/get_transaction_status' && ++lookups === 2) fakes.chain.take(ID);
      return false;
    };
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction sends identical bytes to every node', async () => {
    await fakes.start(['reset'], ['html'], ['busy'], ['take-hang', 'hang']);
    await fakes.push();
    const bodies = fakes.nodes.flatMap((node) => node.pushes());
    expect(bodies.length).toBeGreaterThanOrEqual(4);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0]!)).toMatchObject({
      compression: 'none',
      packed_context_free_data: '',
      packed_trx: PACKED,
    });
  });

  it('push_transaction is visible to the next read', async () => {
    await fakes.start(['take']);
    fakes.nodes[0]!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_table_rows') return false;
      json(response, 200, { rows: [{ pushed: fakes.chain.applied.size }], more: false, next_key: '' });
      return true;
    };
    const rows = async () =>
      (await fakes.chains.of('mainnet').tableRows({ code: 'dex', scope: 'dex', table: 't' })).rows;
    expect(await rows()).toEqual([{ pushed: 0 }]);
    await fakes.push();
    expect(await rows()).toEqual([{ pushed: 1 }]);
  });
});
