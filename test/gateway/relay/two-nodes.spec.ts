import { transactionOf } from '../../../libs/antelope/testing/transfer';
import { type FakeNode, json } from '../../harness/fake-node/fake-node';
import { GatewayOnFakeNodes } from '../../harness/fake-node/gateway-on-fake-nodes';
import { SHORT_PUSH } from '../../harness/fake-node/short-timeouts';
import { until } from '../../harness/until';
import { LANDED, PACKED, PENDING, RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';
import { TRANSFER } from './support/transaction';

const SEND = '/v1/chain/send_transaction';
/** No send or look-up ends by its time limit. */
const PATIENT = {
  deadlinesMs: { push: 120_000, lookup: 120_000 },
  push: { ...SHORT_PUSH, budgetMs: 160_000 },
};

/** The answers of a node to pushes leave it when they are released; it acts on the bytes at once. */
function holdAnswers(node: FakeNode): { release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  node.override = (path, _body, response) => {
    if (path !== SEND) return false;
    const end = response.end.bind(response);
    response.end = (...args: unknown[]) => {
      void released.then(() => Reflect.apply(end, response, args) as unknown);
      return response;
    };
    return false;
  };
  return { release };
}

describe('push_transaction at two nodes', () => {
  const fakes = new RelayOnFakeNodes();
  const startPatiently = async (...scripts: Parameters<typeof fakes.start>) => {
    await fakes.start(...scripts);
    await fakes.restart(PATIENT);
  };
  afterEach(() => fakes.close());

  it('push_transaction sends accepted bytes to a second node', async () => {
    await fakes.start(['take'], ['take'], ['take']);
    expect(await fakes.push(TRANSFER, 'accepted')).toMatchObject({ status: 'pending' });
    await until(() => fakes.nodes[1]!.pushes().length === 1);
    const sent = fakes.nodes.slice(0, 2).map((node) => node.pushes());
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]![0]).toContain(PACKED);
    expect(fakes.nodes[2]!.pushes()).toEqual([]);
  });

  it('push_transaction sends accepted bytes to a third node when the second one is not reached', async () => {
    await fakes.start(['take'], ['take'], ['take']);
    const [, second, third] = fakes.nodes;
    await fakes.chains.of('mainnet').info();
    await second!.stop();
    await fakes.push(TRANSFER, 'accepted');
    await until(() => third!.pushes().length === 1);
  });

  it('push_transaction executes 12 of 12 beside a node that acknowledges bytes and drops them', async () => {
    await fakes.start(['acknowledge'], ['take']);
    const statuses: string[] = [];
    for (let memo = 0; memo < 12; memo += 1) {
      const transaction = transactionOf('2026-11-21T12:05:00', {
        ...TRANSFER.actions[0]!,
        data: memo.toString(16).padStart(4, '0'),
      });
      statuses.push((await fakes.push(transaction)).status);
    }
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 'executed'));
    expect(fakes.chain.applied.size).toBe(12);
  });

  it('push_transaction does not wait for a late node when another one accepts the bytes', async () => {
    await startPatiently(['acknowledge'], ['take']);
    const { release } = holdAnswers(fakes.nodes[0]!);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    release();
  });

  it.each([
    ['has executed them', 'take'],
    ['has not executed them', 'hang'],
  ] as const)('push_transaction reports executed beside a late node that %s', async (_, script) => {
    await startPatiently([script], ['take']);
    const { release } = holdAnswers(fakes.nodes[0]!);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'already_executed' });
    release();
  });

  it('push_transaction reports executed when a late node executes bytes that another one refuses', async () => {
    await startPatiently(['take'], ['refuse']);
    const [late, refusing] = fakes.nodes;
    const { release } = holdAnswers(late!);
    const pushed = fakes.push();
    await until(() => refusing!.pushes().length === 1);
    release();
    expect(await pushed).toEqual({ ...LANDED, status: 'executed' });
  });

  it('push_transaction reports the refusal that a late node confirms', async () => {
    await startPatiently(['refuse'], ['refuse']);
    const [late, refusing] = fakes.nodes;
    const { release } = holdAnswers(late!);
    const refusal = fakes.refusal();
    await until(() => refusing!.pushes().length === 1);
    release();
    expect(await refusal).toContain('below minimum loan');
  });

  it('push_transaction executes what one node refuses and another one takes', async () => {
    await fakes.start(['refuse'], ['take']);
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    expect(fakes.nodes.map((node) => node.pushes().length)).toEqual([1, 1]);
  });

  it('push_transaction reports pending when one node refuses and the other one says to have it, and no block shows it', async () => {
    await fakes.start(['refuse'], ['acknowledge']);
    await fakes.restart({ push: WITHOUT_WAIT });
    expect(await fakes.push()).toEqual(PENDING);
  });

  it('push_transaction waits for no second refusal of a node that left a push unanswered', async () => {
    await fakes.start(['refuse'], ['hang']);
    expect(await fakes.push()).toMatchObject({ status: 'unknown' });
    const [refusing, hanging] = fakes.nodes;
    const before = hanging!.pushes().length;
    const other = transactionOf('2026-11-21T12:05:00', { ...TRANSFER.actions[0]!, data: '00ff' });
    expect(await fakes.refusal(other)).toContain('below minimum loan');
    expect([refusing!.pushes().length >= 2, hanging!.pushes().length]).toEqual([true, before]);
  });

  it('push_transaction reports the refusal of one node where the other one does not follow the chain', async () => {
    await fakes.start(['refuse'], ['take']);
    const behind = { ...fakes.chain.info(), head_block_num: fakes.chain.headBlockNum - 50 };
    fakes.nodes[1]!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_info') return false;
      json(response, 200, behind);
      return true;
    };
    await fakes.chains.of('mainnet').probeNodes();
    expect(await fakes.refusal()).toContain('below minimum loan');
    expect(fakes.nodes[1]!.pushes()).toEqual([]);
  });
});

describe('send_transaction of the mirror at two nodes', () => {
  it('send_transaction of the mirror answers no success for what one node refused until a block shows it', async () => {
    const gateway = await GatewayOnFakeNodes.start('mirror-contested');
    try {
      for (const [index, node] of gateway.nodes.entries())
        node.script = index === 0 ? ['refuse'] : ['acknowledge'];
      const body = { signatures: [], compression: 'none', packed_context_free_data: '', packed_trx: PACKED };
      const answer = await fetch(`${gateway.url}${SEND}`, { method: 'POST', body: JSON.stringify(body) });
      expect([answer.status, await answer.json()]).toMatchObject([
        504,
        { error: { name: 'outcome_unknown' } },
      ]);
    } finally {
      await gateway.close();
    }
  });

  it('send_transaction of the mirror answers the bytes of the node that accepted it, and the second node gets it', async () => {
    const gateway = await GatewayOnFakeNodes.start('mirror-two-nodes');
    try {
      const body = { signatures: [], compression: 'none', packed_context_free_data: '', packed_trx: PACKED };
      const answer = await fetch(`${gateway.url}${SEND}`, { method: 'POST', body: JSON.stringify(body) });
      expect([answer.status, await answer.json()]).toEqual([
        202,
        expect.objectContaining({ transaction_id: expect.any(String) as string }),
      ]);
      await until(() => gateway.nodes.every((node) => node.pushes().length === 1));
      expect(gateway.chain.applied.size).toBe(1);
    } finally {
      await gateway.close();
    }
  });
});
