import { HyperionStreamClient } from '@eosrio/hyperion-stream-client';
import type { Socket } from 'socket.io-client';
import { startLabelledGateway } from '../../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../../harness/gateway/start-gateway';
import { FollowedHistory } from '../../../harness/history/followed-history';
import { TestChain, transfer } from '../../../harness/node/test-chain';
import { until } from '../../../harness/until';

interface Received {
  readonly mode: string;
  readonly content: { readonly act: { readonly data: { readonly memo: string } } };
}

describe('the published stream client at a history node behind the gateway', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;

  beforeAll(async () => {
    chain = await TestChain.start({}, { shipPort: 0 });
    for (const [memo, quantity] of [
      ['small', '0.00000100 BTC'],
      ['large', '0.00000300 BTC'],
    ] as const) {
      const actions = [transfer('alice', 'bob', quantity, { memo })];
      const { status } = await chain.post(
        'push_transaction',
        await chain.sign(actions, [chain.keyOf('alice')]),
      );
      expect(status).toBe(202);
    }
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    await until(async () =>
      (await history.get('/v2/history/get_actions', { account: 'alice' })).text.includes('large'),
    );
    const capabilities = ['history', 'trace', 'v2', 'stream'];
    gateway = await startLabelledGateway([
      { url: chain.url, name: 'node' },
      { url: history.url, name: 'history', capabilities },
    ]);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  it('the published client gets the past that its filters select, and its end, up to a time to come', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const client = new HyperionStreamClient({ endpoint: gateway.url });
    const received: Received[] = [];
    client.setAsyncDataHandler(async (data) => {
      received.push({ ...(data as unknown as Received) });
    });
    await client.connect();
    const ends: unknown[] = [];
    const { socket } = client as unknown as { socket: Socket };
    socket.on('message', ({ type, message }: { type?: string; message?: unknown }) => {
      if (type === 'history_end') ends.push(message);
    });
    const request = {
      ...{ contract: 'btc.token', action: 'transfer', account: '', start_from: 1, ignore_live: true },
      read_until: '2100-01-01T00:00:00',
      filters: [
        { field: 'receipts.receiver', value: 'bob' },
        { field: 'act.authorization.actor', value: 'alice' },
        { field: 'act.data.quantity', value: '0.000002', operator: 'gt', asset: 'BTC' },
      ],
    };
    await client.streamActions(request);
    await until(() => ends.length > 0 && received.length > 0);
    expect(received.map(({ mode, content }) => [mode, content.act.data.memo])).toEqual([
      ['history', 'large'],
    ]);
    await expect(client.streamActions({ ...request, asset: 'BTC' } as typeof request)).rejects.toMatchObject({
      reason: expect.stringContaining('asset: is not known; known: contract, account, action'),
    });
    client.disconnect();
    log.mockRestore();
  });
});
