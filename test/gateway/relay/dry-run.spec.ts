import type { Chains } from '@app/upstream';
import { FakeChain, idOf, nodeosError } from '../../harness/fake-node/fake-chain';
import { FakeNode, json, type Override } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const PACKED = 'abcd';
const UNSATISFIED = 'transaction declares authority alice@active, but does not have signatures for it';
const run = (except: object | null) => ({
  transaction_id: idOf(PACKED),
  processed: { receipt: except === null ? { status: 'executed' } : null, except },
});

const answering =
  (status: number, body: unknown): Override =>
  (path, _body, response) => {
    if (path !== '/v1/chain/compute_transaction') return false;
    json(response, status, body);
    return true;
  };

describe('the dry run of an unsigned transaction', () => {
  let node: FakeNode;
  let chains: Chains;
  beforeEach(async () => {
    node = await FakeNode.start(new FakeChain('dry-run'));
    chains = chainsWithShortTimeouts(mainnetOn([node.url]));
  });
  afterEach(async () => {
    await chains.close();
    await node.stop().catch(() => undefined);
  });
  const dryRun = () => chains.of('mainnet').computeTransaction(PACKED);

  it('the dry run of an unsigned transaction is sent without signatures, and is ok when the node ran it', async () => {
    node.override = answering(200, run(null));
    expect(await dryRun()).toEqual({ status: 'ok', error: null, actions: null });
    const { body } = node.requests.find(({ path }) => path === '/v1/chain/compute_transaction')!;
    expect(JSON.parse(body)).toEqual({
      transaction: { signatures: [], compression: 'none', packed_context_free_data: '', packed_trx: PACKED },
    });
  });

  it('the dry run of another transaction says nothing of this one', async () => {
    node.override = answering(200, { ...run(null), transaction_id: 'ab'.repeat(32) });
    expect(await dryRun()).toEqual({
      status: 'unavailable',
      error: "the node's answer could not be read",
      actions: null,
    });
  });

  const ACT = {
    account: 'btc.token',
    name: 'transfer',
    authorization: [{ actor: 'alice' }],
    data: { memo: '' },
  };
  const tracing = (...action_traces: unknown[]) =>
    answering(200, {
      transaction_id: idOf(PACKED),
      processed: { receipt: { status: 'executed' }, except: null, action_traces },
    });

  it('the dry run of an unsigned transaction has the bytes of every action, decoded by the node or not', async () => {
    node.override = tracing(
      { receiver: 'btc.token', act: { ...ACT, hex_data: '0102' } },
      { receiver: 'bob', act: { ...ACT, data: '0304' } },
    );
    const { actions } = await dryRun();
    const action = { contract: 'btc.token', name: 'transfer', actors: ['alice'], root: null };
    expect(actions).toEqual([
      { receiver: 'btc.token', ...action, data: '0102' },
      { receiver: 'bob', ...action, data: '0304' },
    ]);
  });

  it.each([
    ['has no bytes', { receiver: 'btc.token', act: ACT }],
    ['has bytes that are no hex', { receiver: 'btc.token', act: { ...ACT, hex_data: 'xyz' } }],
    ['has a name of no account', { receiver: '<b>', act: { ...ACT, hex_data: '' } }],
    ['is null', null],
  ])('the dry run of an unsigned transaction has no actions when one of them %s', async (_, one) => {
    node.override = tracing({ receiver: 'btc.token', act: { ...ACT, hex_data: '0102' } }, one);
    expect(await dryRun()).toEqual({ status: 'ok', error: null, actions: null });
  });

  it('the dry run of an unsigned transaction has no actions when there are more than any transaction has', async () => {
    const one = { receiver: 'btc.token', act: { ...ACT, hex_data: '' } };
    node.override = tracing(...Array.from({ length: 5_000 }, () => one));
    expect((await dryRun()).actions).toHaveLength(5_000);
    node.override = tracing(...Array.from({ length: 5_001 }, () => one));
    expect((await dryRun()).actions).toBeNull();
  });

  it.each<[string, Override]>([
    [
      'in the trace',
      answering(
        200,
        run({
          code: 3050003,
          name: 'x',
          message: 'm',
          stack: [{ format: 'assertion failure with message: ${s}', data: { s: 'overdrawn balance' } }],
        }),
      ),
    ],
    [
      'as an error',
      answering(500, nodeosError(500, 3050003, 'x', 'assertion failure with message: overdrawn balance')),
    ],
  ])(
    'the dry run of an unsigned transaction is failed when the contract refused, %s',
    async (_, override) => {
      node.override = override;
      expect(await dryRun()).toEqual({ status: 'failed', error: 'overdrawn balance', actions: null });
    },
  );

  it('the dry run of an unsigned transaction is failed when the permission may not sign the action', async () => {
    node.override = answering(
      200,
      run({
        code: 3090005,
        name: 'irrelevant_auth_exception',
        message: 'Irrelevant authority included',
        stack: [],
      }),
    );
    expect(await dryRun()).toEqual({
      status: 'failed',
      error: 'Irrelevant authority included',
      actions: null,
    });
  });

  it('the dry run contains the whole reason when the node returns accounts and permissions separately', async () => {
    node.override = answering(
      200,
      run({
        code: 3090005,
        name: 'irrelevant_auth_exception',
        message: 'Irrelevant authority included',
        stack: [
          {
            format: "action declares irrelevant authority '${auth}'; minimum authority is ${min}",
            data: {
              auth: { actor: 'alice', permission: 'agent' },
              min: { actor: 'alice', permission: 'active' },
            },
          },
        ],
      }),
    );
    expect((await dryRun()).error).toBe(
      'action declares irrelevant authority \'{"actor":"alice","permission":"agent"}\'; ' +
        'minimum authority is {"actor":"alice","permission":"active"}',
    );
  });

  it.each<[string, Override]>([
    [
      'asks for the signatures first',
      answering(401, nodeosError(401, 3090003, 'unsatisfied_authorization', UNSATISFIED)),
    ],
    [
      'asks for them in the trace',
      answering(200, run({ code: 3090003, name: 'x', message: UNSATISFIED, stack: [] })),
    ],
    ['has no dry run', answering(404, nodeosError(404, 0, 'exception', 'Unknown Endpoint'))],
    ['ran out of time', answering(500, nodeosError(500, 3080006, 'deadline_exception', 'deadline exceeded'))],
    ['answers something else', answering(200, { hello: 1 })],
    ['answers far too much', answering(200, { hello: 'x'.repeat(9 * 2 ** 20) })],
    ['stays silent', (path) => path === '/v1/chain/compute_transaction'],
  ])('the dry run of an unsigned transaction is unavailable when the node %s', async (_, override) => {
    node.override = override;
    expect(await dryRun()).toEqual({
      ...{ status: 'unavailable', error: expect.any(String) as string },
      actions: null,
    });
  });

  it('the dry run of an unsigned transaction is unavailable when no node is reachable', async () => {
    await node.stop();
    expect((await dryRun()).status).toBe('unavailable');
  });
});
