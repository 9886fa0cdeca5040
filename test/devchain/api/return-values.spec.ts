import type { Served } from '../../../apps/devchain/src/http/serve';
import type { ErrorBody, Json } from '../../harness/node/node-client';
import { THING, serveIndexKindsContract, INDEX_KINDS_KEY } from './support/index-kinds-contract';
import { packedBody, SigningClient } from '../../harness/signing/signing-client';

interface Pushed {
  readonly processed: { readonly receipt: Json; readonly action_traces: readonly Json[] };
}

describe('actions that return a value', () => {
  let served: Served;
  let client: SigningClient;
  beforeAll(async () => {
    served = await serveIndexKindsContract([THING]);
    client = new SigningClient(served.url);
  });
  afterAll(() => served.close());

  const act = (name: string, data: Json, ...actors: string[]) => ({
    account: 'indexkinds',
    name,
    authorization: actors.map((actor) => ({ actor, permission: 'active' })),
    data,
  });
  const returned = { return_value_hex_data: '0100000000000000', return_value_data: 1 };

  it('actions that return a value have it in the trace, in hex and decoded', async () => {
    const { json } = await client.transact<Pushed>([act('count', {}, 'indexkinds')], [INDEX_KINDS_KEY]);
    expect(json.processed.action_traces).toEqual([expect.objectContaining(returned)]);
  });

  it('actions that return a value can be read in a read-only transaction without signatures', async () => {
    const transaction = packedBody(await client.transaction([act('count', {})]), []);
    const answer = await client.post<Pushed>('send_read_only_transaction', { transaction });
    expect(answer.status).toBe(200);
    expect(answer.json.processed).toMatchObject({
      receipt: { status: 'executed' },
      action_traces: [{ ...returned, act: { authorization: [] } }],
    });
  });

  it('actions that return a value cannot write there', async () => {
    const put = act('put', { ...THING, id: 99, wide: '0' });
    const transaction = packedBody(await client.transaction([put]), []);
    const answer = await client.post<ErrorBody>('send_read_only_transaction', { transaction });
    expect([answer.status, answer.json.error.name]).toEqual([500, 'table_operation_not_permitted']);
  });
});
