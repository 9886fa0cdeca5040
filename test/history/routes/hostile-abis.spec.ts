import { bytesToHex } from '@app/antelope';
import { io, type Socket } from 'socket.io-client';
import { HOSTILE_ABIS } from '../../../libs/antelope/testing/hostile-abis';
import { pushHostile } from '../../harness/chain/hostile-contract';
import { ServedChain } from '../../harness/history/served-chain';
import { until } from '../../harness/until';

interface ShownAction {
  readonly trx_id: string;
  readonly act: { readonly account: string; readonly name: string; readonly data: unknown };
}

describe('actions of contracts with a hostile ABI', () => {
  let served: ServedChain;
  let subscriber: Socket;
  const ids = new Map<string, string>();
  const streamed: ShownAction[] = [];
  const errors: unknown[] = [];

  beforeAll(async () => {
    served = await ServedChain.start();
    subscriber = io(served.url, { path: '/stream', transports: ['websocket'] });
    subscriber.on('message', ({ messages, message, error }: StreamMessage) => {
      streamed.push(
        ...(messages ?? (typeof message === 'string' ? [JSON.parse(message) as ShownAction] : [])),
      );
      if (error !== undefined) errors.push(error);
    });
    await subscriber.emitWithAck('action_stream_request', {
      ...{ contract: '', action: '', account: '', filters: [], start_from: 1, read_until: 0 },
    });
    for (const hostile of HOSTILE_ABIS) {
      const { status, text, json } = await pushHostile(served.chain.node, hostile);
      if (status !== 202) throw new Error(`${hostile.title}: ${status} ${text.slice(0, 500)}`);
      ids.set(hostile.title, json.transaction_id);
      await served.chain.produce(1);
    }
    await served.caughtUp();
  });
  afterAll(async () => {
    subscriber.disconnect();
    await served.close();
  });

  it.each(HOSTILE_ABIS)(
    '$title: every route answers the action, decoded or in hex',
    async ({ title, ...hostile }) => {
      const id = ids.get(title)!;
      const data = hostile.executed ?? bytesToHex(hostile.data);
      const isHostile = ({ account, name }: ShownAction['act']): boolean =>
        account === 'carol' && name === 'x';
      const { actions } = await served.read<{ actions: ShownAction[] }>('/v2/history/get_actions', {
        trx_id: id,
      });
      expect(actions.filter(({ act }) => isHostile(act))).toMatchObject([{ act: { data } }]);
      const { json: legacy } = await served.post<{ traces: ShownAction[] }>('/v1/history/get_transaction', {
        id,
      });
      expect(legacy.traces.filter(({ act }) => isHostile(act))).toMatchObject([{ act: { data } }]);
      const { json: traced } = await served.post<{ actions: Traced[] }>(
        '/v1/trace_api/get_transaction_trace',
        { id },
      );
      expect(traced.actions.filter(({ action }) => action === 'x').map(({ params }) => params)).toEqual([
        hostile.executed,
      ]);
      await until(() => streamed.some(({ trx_id, act }) => trx_id === id && isHostile(act)));
      expect(streamed.find(({ trx_id, act }) => trx_id === id && isHostile(act))?.act.data).toEqual(data);
      expect(errors).toEqual([]);
    },
  );

  it('the pages of the account hold all of them', async () => {
    const { actions } = await served.read<{ actions: ShownAction[] }>('/v2/history/get_actions', {
      ...{ account: 'carol', filter: 'carol:x', limit: 100 },
    });
    expect(actions).toHaveLength(HOSTILE_ABIS.length);
    const { status } = await served.post('/v1/history/get_actions', {
      account_name: 'carol',
      pos: -1,
      offset: -50,
    });
    expect(status).toBe(200);
  });

  it('the development chain shows each block', async () => {
    const { head_block_num: head } = await served.chain.node.read<{ head_block_num: number }>('get_info');
    for (let block_num = head; block_num > head - HOSTILE_ABIS.length; block_num--)
      expect(await served.chain.node.read('get_block', { block_num_or_id: block_num })).toMatchObject({
        block_num,
      });
  });
});

interface StreamMessage {
  readonly messages?: readonly ShownAction[];
  readonly message?: string;
  readonly error?: unknown;
}

interface Traced {
  readonly action: string;
  readonly params?: unknown;
}
