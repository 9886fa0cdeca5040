import { ASSERTION } from '../../harness/fake-node/fake-node';
import { LANDED, RelayOnFakeNodes, UNKNOWN } from './support/relay-on-fake-nodes';

describe('without a definitive answer', () => {
  const fakes = new RelayOnFakeNodes();
  afterEach(() => fakes.close());

  it('push_transaction reports unknown when a node that may hold it fails for a reason of its own', async () => {
    await fakes.start(['reset', 'lagging'], ['refuse']);
    expect(await fakes.push()).toMatchObject({ status: 'unknown' });
  });

  it('push_transaction reports a failure only when every node that may hold it has refused it', async () => {
    await fakes.start(['reset', 'refuse'], ['refuse']);
    expect(await fakes.refusal()).toBe(ASSERTION);
    expect(fakes.nodes.map((node) => node.pushes().length)).toEqual([2, 1]);
  });

  it('push_transaction reports unknown, not failed, while a node that was sent the bytes does not answer', async () => {
    await fakes.start(['hang'], ['refuse']);
    expect(await fakes.push()).toEqual(UNKNOWN);
  });

  it('push_transaction reports unknown when it expired meanwhile: a node that holds it answers "expired" too', async () => {
    await fakes.start(['reset', 'expired']);
    expect(await fakes.push()).toEqual(UNKNOWN);
  });

  it.each(['refuse', 'expired'] as const)(
    'push_transaction reports unknown when the node answers "%s" and no node answers a look-up',
    async (answer) => {
      await fakes.start([answer]);
      fakes.nodes[0]!.override = (path, _body, response) => {
        if (path !== '/v1/chain/get_transaction_status' && !path.startsWith('/v1/history/')) return false;
        response.socket?.destroy();
        return true;
      };
      expect(await fakes.push()).toEqual(UNKNOWN);
    },
  );

  it('push_transaction reports unknown when no node answers', async () => {
    await fakes.start(['hang'], ['html'], ['reset']);
    expect(await fakes.push()).toEqual(UNKNOWN);
  });

  describe('when several fakes.nodes hang for longer than the budget', () => {
    const startHanging = async (budgetMs: number) => {
      await fakes.start(['hang'], ['hang'], ['hang'], ['hang']);
      const endless = 600_000;
      const push = { budgetMs, lookups: 1_000_000, pauseMs: 1 };
      await fakes.restart({ deadlinesMs: { push: endless, lookup: endless }, push });
    };

    it('push_transaction reports unknown when the budget is used up', async () => {
      await startHanging(400);
      expect(await fakes.push()).toEqual(UNKNOWN);
      expect(fakes.nodes.slice(1).flatMap((node) => node.pushes())).toEqual([]);
    });

    it('push_transaction reports unknown when no node answers a lookup', async () => {
      await startHanging(400);
      for (const node of fakes.nodes) node.override = (path) => path.includes('transaction');
      expect(await fakes.push()).toMatchObject({ status: 'unknown' });
    });

    it('push_transaction looks the transaction up before the budget is used up', async () => {
      await startHanging(4_000);
      fakes.nodes[0]!.script = ['take-hang'];
      expect(await fakes.push()).toEqual({ ...LANDED, status: 'executed' });
    });
  });

  it('push_transaction fails as unavailable, with nothing sent, when every node is stopped', async () => {
    await fakes.start(['take'], ['take']);
    await Promise.all(fakes.nodes.map((node) => node.stop()));
    expect(await fakes.refusal()).toContain('nothing was sent: push the same bytes again');
    expect(fakes.chain.sent).toEqual([]);
  });

  it('push_transaction reports unknown when every node is busy', async () => {
    await fakes.start(['busy'], ['busy']);
    expect(await fakes.push()).toEqual(UNKNOWN);
  });
});
