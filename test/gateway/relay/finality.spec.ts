import type { WaitFor } from '@app/upstream';
import { json } from '../../harness/fake-node/fake-node';
import { until } from '../../harness/until';
import { ID, LANDED, PENDING, RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';
import { TRANSFER } from './support/transaction';

const STATUS = '/v1/chain/get_transaction_status';

describe('push_transaction and blocks', () => {
  const fakes = new RelayOnFakeNodes();
  afterEach(() => fakes.close());

  const start = (...scripts: Parameters<typeof fakes.start>) => fakes.start(...scripts);
  /** The nodes show no block, however long is waited. */
  const startWithoutBlock = async (...scripts: Parameters<typeof fakes.start>) => {
    await fakes.start(...scripts);
    await fakes.restart({ push: WITHOUT_WAIT });
  };
  const push = (waitFor?: WaitFor) => fakes.push(TRANSFER, waitFor);
  /** From its look-up of this number on, a node shows transactions in a block. */
  const inBlockAtLookUp = (lookUp: number) => {
    let lookUps = 0;
    fakes.nodes[0]!.override = (path) => {
      if (path === STATUS && ++lookUps === lookUp) fakes.chain.stateOfApplied = 'IN_BLOCK';
      return false;
    };
  };
  /** A node says that a transaction is in a block, whatever is true. */
  const lie = (index: number, state = 'IN_BLOCK') => {
    fakes.nodes[index]!.override = (path, _body, response) => {
      if (path !== STATUS) return false;
      json(response, 200, { state, block_number: 101, block_timestamp: '2026-11-21T12:00:00.500' });
      return true;
    };
  };

  const failLookUps = (index: number) => {
    fakes.nodes[index]!.override = (path, _body, response) => {
      if (path !== STATUS) return false;
      response.socket?.destroy();
      return true;
    };
  };

  it.each([1, 2])(
    'push_transaction reports pending when a node acknowledges the bytes and drops them, beside %d honest node(s)',
    async (honest) => {
      await startWithoutBlock(['acknowledge'], ...Array.from({ length: honest }, () => ['hang' as const]));
      lie(0);
      expect(await push()).toEqual(PENDING);
      expect(fakes.chain.applied.size).toBe(0);
    },
  );

  it('push_transaction reports pending when the node beside a liar limits the rate of its requests', async () => {
    await startWithoutBlock(['acknowledge'], ['hang']);
    lie(0);
    fakes.nodes[1]!.override = (path, _body, response) => {
      if (!path.startsWith('/v1/chain/send_transaction')) return false;
      json(response, 429, {});
      return true;
    };
    // The copy of the bytes finds the limit; the next push begins while the node rests.
    expect(await push()).toEqual(PENDING);
    expect(fakes.chains.of('mainnet').nodeStatus()[1]!.fitness.kind).toBe('suspect');
    expect(await push()).toEqual(PENDING);
    expect(fakes.chain.applied.size).toBe(0);
  });

  it('push_transaction reports pending when the only node acknowledges the bytes and shows them in no block', async () => {
    await startWithoutBlock(['acknowledge']);
    expect(await push()).toEqual(PENDING);
    expect(await push()).toEqual(PENDING);
  });

  it('push_transaction reports pending while the node that accepted the bytes has them in no block', async () => {
    await startWithoutBlock(['take']);
    fakes.chain.stateOfApplied = 'LOCALLY_APPLIED';
    expect(await push()).toEqual(PENDING);
    await fakes.restart({});
    fakes.chain.stateOfApplied = 'IN_BLOCK';
    expect(await push()).toEqual({ ...LANDED, status: 'already_executed' });
  });

  it('push_transaction waits for the block by default', async () => {
    await start(['take']);
    fakes.chain.stateOfApplied = 'LOCALLY_APPLIED';
    inBlockAtLookUp(3);
    expect(await push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction with wait_for accepted answers pending without a look at blocks', async () => {
    await start(['take']);
    expect(await push('accepted')).toEqual(PENDING);
    expect(fakes.nodes[0]!.requests.filter(({ path }) => path === STATUS)).toEqual([]);
  });

  it('push_transaction with wait_for accepted reports bytes that are in a block already', async () => {
    await start(['take']);
    fakes.chain.take(ID);
    expect(await push('accepted')).toEqual({ ...LANDED, status: 'already_executed' });
  });

  it('push_transaction with wait_for irreversible waits until the nodes agree that the block is irreversible', async () => {
    await start(['take'], ['take']);
    lie(0, 'IRREVERSIBLE');
    lie(1, 'IRREVERSIBLE');
    const pushed = push('irreversible');
    const [node] = fakes.nodes;
    await until(() => node!.requests.filter(({ path }) => path === STATUS).length > 2);
    fakes.chain.headBlockNum = 104;
    const answer = await pushed;
    expect(answer).toMatchObject({ status: 'executed', finality: 'irreversible', next: null });
  });

  it('push_transaction with wait_for irreversible reports in_block when one node alone says irreversible', async () => {
    await startWithoutBlock(['take'], ['take']);
    await fakes.restart({ push: { ...WITHOUT_WAIT, budgetMs: 3_000 } });
    lie(0, 'IRREVERSIBLE');
    expect(await push('irreversible')).toEqual({
      ...{ ...LANDED, status: 'executed' },
      next: expect.stringContaining('"wait_for":"irreversible"') as string,
    });
  });

  it('push_transaction reports executed while the look-ups of another node fail', async () => {
    await start(['take'], ['take']);
    failLookUps(1);
    expect(await push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction reports pending with a quorum while the look-ups of another node fail', async () => {
    await startWithoutBlock(['take'], ['take']);
    fakes.verify('quorum');
    failLookUps(1);
    expect(await push()).toEqual(PENDING);
  });

  it('push_transaction calls no block irreversible that one node shows while the look-ups of another one fail', async () => {
    await startWithoutBlock(['take'], ['take']);
    await fakes.restart({ push: { ...WITHOUT_WAIT, budgetMs: 3_000 } });
    lie(0, 'IRREVERSIBLE');
    failLookUps(1);
    fakes.chain.headBlockNum = 104;
    expect(await push('irreversible')).toMatchObject({ status: 'executed', finality: 'in_block' });
    expect(await push()).toMatchObject({ status: 'already_executed', finality: 'in_block' });
  });

  it('push_transaction asks a node that becomes fit while it waits', async () => {
    await start(['take'], ['take']);
    const [silent, late] = fakes.nodes;
    silent!.override = (path, _body, response) => {
      if (path !== STATUS) return false;
      response.socket?.destroy();
      // The push looks at blocks by now.
      late!.override = () => false;
      return true;
    };
    late!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_info') return false;
      json(response, 200, { ...fakes.chain.info(), chain_id: 'ab'.repeat(32) });
      return true;
    };
    // Its first request has the nodes polled.
    await fakes.chains.of('mainnet').info();
    await until(() => fakes.chains.of('mainnet').nodeStatus()[1]?.fitness.kind === 'unfit');
    expect(await push()).toEqual({ ...LANDED, status: 'executed' });
  });

  it.each([
    ['an id', (id: string) => id],
    ['an object', (id: string) => ({ id })],
  ])(
    'push_transaction finds the transaction as %s in the blocks of a node that knows no ids',
    async (_, trxOf) => {
      await start(['take']);
      const [node] = fakes.nodes;
      node!.hasStatus = false;
      node!.override = (path, body, response) => {
        if (path === '/v1/chain/send_transaction') fakes.chain.headBlockNum = 103;
        if (path !== '/v1/chain/get_block') return false;
        const { block_num_or_id: block_num } = JSON.parse(body) as { block_num_or_id: number };
        const transactions = block_num === 102 ? [{ status: 'executed', trx: trxOf(ID) }] : [];
        json(response, 200, { block_num, timestamp: '2026-11-21T12:00:01.000', transactions });
        return true;
      };
      const block = { block_num: 102, block_time: '2026-11-21T12:00:01.000Z' };
      expect(await push()).toEqual({ ...LANDED, ...block, status: 'executed' });
    },
  );

  it('push_transaction reports pending when the block of a node holds the transaction as failed', async () => {
    await startWithoutBlock(['take']);
    const [node] = fakes.nodes;
    node!.hasStatus = false;
    node!.override = (path, _body, response) => {
      if (path === '/v1/chain/send_transaction') fakes.chain.headBlockNum = 101;
      if (path !== '/v1/chain/get_block') return false;
      const transactions = [{ status: 'hard_fail', trx: ID }];
      json(response, 200, { block_num: 101, timestamp: '2026-11-21T12:00:01.000', transactions });
      return true;
    };
    expect(await push()).toEqual(PENDING);
  });
});
