import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { bytesToHex, hexToBytes, packTransaction, type Transaction, unpackTransaction } from '@app/antelope';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import {
  type Answer,
  answerOf,
  type CallTool,
  overMcp,
  overRest,
  refusalOf,
} from '../../harness/gateway/gateway-client';
import { startLabelledGateway } from '../../harness/gateway/labelled-gateway';
import type { RunningGateway } from '../../harness/gateway/start-gateway';
import type { Proposal } from '../../harness/gateway/test-gateway';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';
import { FollowedHistory } from '../../harness/history/followed-history';
import { TestChain } from '../../harness/node/test-chain';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { until } from '../../harness/until';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';

/** A node with the trace API of another one, and no other routes of a history. */
async function traceApiOf(nodeUrl: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isKept = !/^\/v1\/history|^\/v2/.test(request.url ?? '');
    void (async () => {
      const answer = await fetch(nodeUrl + (isKept ? (request.url ?? '') : '/none'), {
        method: request.method ?? 'GET',
        ...(request.method === 'POST' && { body: await text(request) }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })().catch(() => response.destroy());
  });
  return { url: await listenOnLoopback(server), close: () => closeServer(server) };
}

const OUT = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const UNKNOWN_ID = 'ab'.repeat(32);

describe('executed transactions behind a node with a history', () => {
  let chain: TestChain;
  let history: FollowedHistory;
  let gateway: RunningGateway;
  let call: CallTool;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'timed' }, { shipPort: 0 });
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    const capabilities = ['v2', 'history', 'trace'];
    gateway = await startLabelledGateway(
      [
        { url: chain.url, name: 'node' },
        { url: history.url, name: 'history', capabilities },
      ],
      { env: LONG_NODE_TIMEOUTS, verify: 'off' },
    );
    call = overRest(gateway.url);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await chain.close();
  });

  const compose = async (tool: string, input: Answer): Promise<Proposal> =>
    (await answerOf(call(tool, input))) as Proposal;

  /** Pushes the bytes until the effects come with the answer: a busy machine may take longer than they are waited for. */
  const push = async ({ transaction }: Proposal, account: string): Promise<Answer> => {
    const signature = signWithLibrary(String(chain.keyOf(account)), transaction.signing_digest);
    const { packed_trx } = transaction;
    let pushed: Answer = {};
    await until(async () => {
      pushed = await answerOf(
        call('push_transaction', { signed_tx: { signatures: [signature], packed_trx } }),
      );
      return pushed['effects'] !== undefined;
    });
    return pushed;
  };
  const order = (account: string, side: string, price: string, amount: string) =>
    compose('place_order', { account, pair: 'btcusdt', side, price, amount });

  it('push_transaction answers the balances that the transaction changed, as the dry run had them', async () => {
    const transfer = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001', memo: 'one' };
    const proposal = await compose('transfer', transfer);
    const pushed = await push(proposal, 'alice');
    expect(pushed['status']).toMatch(/^(executed|already_executed)$/);
    expect(pushed['effects']).toEqual([
      { account: 'alice', token: 'BTC', change: '-0.00100000' },
      { account: 'bob', token: 'BTC', change: '0.00100000' },
    ]);
    expect(pushed['effects']).toEqual(proposal.simulation.effects);
    expect(pushed['orders']).toEqual([]);
  });

  it('push_transaction answers the outcome of an order, with the trades that get_trades lists', async () => {
    await push(await order('bob', 'sell', '80000', '0.1'), 'bob');
    await push(await order('carol', 'sell', '80100', '0.1'), 'carol');
    await push(await order('bob', 'sell', '80100', '0.3'), 'bob');
    const proposal = await order('alice', 'buy', '80100.5', '0.25');
    const { effects, orders } = await push(proposal, 'alice');
    expect(effects).toEqual(proposal.simulation.effects);
    const { trades } = (await answerOf(call('get_trades', { pair: 'btcusdt', account: 'alice' }))) as {
      trades: Answer[];
    };
    expect(orders).toEqual([
      {
        ...{ action: 0, pair: 'btcusdt', side: 'buy', price: '80100.50000000', amount: '0.25000000' },
        ...proposal.simulation.order,
        fills: trades
          .map(({ id, price, amount, total }) => ({ trade_id: id, price, amount, total }))
          .reverse(),
      },
    ]);
    expect(trades.map(({ price, amount }) => `${String(amount)} at ${String(price)}`)).toEqual([
      '0.05000000 at 80100.00000000',
      '0.10000000 at 80100.00000000',
      '0.10000000 at 80000.00000000',
    ]);
  });

  it.each([
    ['REST', overRest],
    ['MCP', overMcp],
  ])('get_transaction answers over %s what a push of an order did', async (_surface, over) => {
    await push(await order('bob', 'buy', '70000', '0.02'), 'bob');
    const proposal = await order('alice', 'sell', '69000', '0.03');
    const { effects, orders, block_num, block_time } = await push(proposal, 'alice');
    const { transaction_id: id } = proposal.transaction;
    const found = await answerOf(over(gateway.url)('get_transaction', { id }));
    expect(found).toEqual({
      ...{ network: 'mainnet', transaction_id: id, status: 'executed', note: null },
      finality: expect.stringMatching(/^(in_block|irreversible)$/) as string,
      ...{ block_num, block_time, effects, orders },
      actions: [
        {
          ...{ contract: 'btc.token', action: 'transfer', authorization: ['alice@active'], relayed: true },
          summary: proposal.summary[0],
          data: proposal.actions[0]!.data,
        },
      ],
    });
    expect((found['orders'] as { fills: unknown[] }[])[0]!.fills).toHaveLength(1);
    expect(effects).toEqual(proposal.simulation.effects);
  });

  it('where traces do not say what caused them, the order of an only action is answered, and those of a plan are not known', async () => {
    const traces = await traceApiOf(history.url);
    const traced = await startLabelledGateway(
      [
        { url: chain.url, name: 'node', capabilities: ['chain'] },
        { url: traces.url, name: 'traces', capabilities: ['trace'] },
      ],
      { env: LONG_NODE_TIMEOUTS, verify: 'off' },
    );
    call = overRest(traced.url);
    try {
      const { orders } = await push(await order('bob', 'buy', '60000', '0.01'), 'bob');
      expect(orders).toMatchObject([{ action: 0, filled: '0.00000000', resting: '0.01000000' }]);
      const input = { account: 'bob', pair: 'btcusdt', side: 'buy', price: '60000' };
      const plan = await compose('compose_plan', {
        steps: ['0.01', '0.02'].map((amount) => ({ tool: 'place_order', input: { ...input, amount } })),
      });
      const pushed = await push(plan, 'bob');
      expect(pushed['effects']).toEqual(plan.simulation.effects);
      expect(pushed).not.toHaveProperty('orders');
      const found = await answerOf(call('get_transaction', { id: plan.transaction.transaction_id }));
      expect(found).toMatchObject({
        ...{ effects: pushed['effects'], orders: null },
        note: expect.stringContaining('The outcome of an order in it is not known') as string,
      });
    } finally {
      call = overRest(gateway.url);
      await traced.close();
      await traces.close();
    }
  });

  it('get_transaction and an executed request_id say no fees of now of a withdrawal that paid others', async () => {
    const wanted = { account: 'alice', amount: '0.0003', btc_address: OUT, request_id: 'paid-before' };
    const proposal = await compose('withdraw_btc', wanted);
    expect(proposal.summary[0]).toContain('0.00027000 BTC arrives.');
    await push(proposal, 'alice');
    await chain.transact(
      [
        {
          account: 'bridge',
          name: 'setfees',
          authorization: [{ actor: 'bridge', permission: 'active' }],
          data: {
            ...{ tx_fee_bps: 10, tx_fee_min: '0.00001000 BTC', tx_fee_max: '0.01000000 BTC' },
            ...{ miner_fee: '0.00002000 BTC', minimum: '0.01000000 BTC', review_from: '1.00000000 BTC' },
          },
        },
      ],
      [chain.keyOf('eosio')],
    );
    const paid =
      `alice sends 0.00030000 BTC (of btc.token) to the Bitcoin address ${OUT}: ` +
      'the bridge takes its fees out of it.';
    await until(async () => !(await call('withdraw_btc', { ...wanted, request_id: 'other' })).ok);
    const { transaction_id: id } = proposal.transaction;
    const found = (await answerOf(call('get_transaction', { id }))) as { actions: Answer[] };
    expect(found.actions.map(({ summary }) => summary)).toEqual([paid]);
    expect(await compose('withdraw_btc', wanted)).toMatchObject({ status: 'executed', summary: [paid] });
  });

  it('get_transaction says irreversible once the block is', async () => {
    const proposal = await compose('transfer', { from: 'bob', to: 'alice', symbol: 'USDT', amount: '1' });
    await push(proposal, 'bob');
    const { transaction_id: id } = proposal.transaction;
    await until(async () => (await answerOf(call('get_transaction', { id })))['finality'] === 'irreversible');
  });

  it('get_transaction says not_found of an id that no node knows, and refuses what is no id', async () => {
    expect(await answerOf(call('get_transaction', { id: UNKNOWN_ID }))).toEqual({
      ...{ network: 'mainnet', transaction_id: UNKNOWN_ID, status: 'not_found', finality: null },
      ...{ block_num: null, block_time: null, actions: null, effects: null, orders: null },
      note: expect.stringContaining('look at the balances before composing it again') as string,
    });
    expect(await refusalOf(call('get_transaction', { id: 'AB' }))).toBe(
      'id: must be 64 lower-case hex digits, got "AB"',
    );
  });

  it.each([
    ['REST', overRest],
    ['MCP', overMcp],
  ])('explain_transaction answers over %s what a proposal says of its bytes', async (_surface, over) => {
    const proposal = await compose('lend', { account: 'alice', amount_usdt: '12.5' });
    const { packed_trx, signing_digest, transaction_id } = proposal.transaction;
    const explained = await answerOf(over(gateway.url)('explain_transaction', { packed_trx }));
    expect(explained).toMatchObject({
      ...{ signing_digest, transaction_id, expires: proposal.expires, warnings: [] },
      simulation: { status: 'ok', error: null, effects: proposal.simulation.effects },
    });
    const actions = explained['actions'] as { summary: string; data: Answer }[];
    expect(actions.map(({ summary }) => summary)).toEqual(proposal.summary);
    expect(actions.map(({ data }) => data)).toEqual(proposal.actions.map(({ data }) => data));
  });

  it('explain_transaction names the parts of a transaction that are not among its actions', async () => {
    const { transaction } = await compose('lend', { account: 'alice', amount_usdt: '12.5' });
    const plain = unpackTransaction(hexToBytes(transaction.packed_trx));
    const partsOf = async (parts: Partial<Transaction>): Promise<unknown> => {
      const packed_trx = bytesToHex(packTransaction({ ...plain, ...parts }));
      return (await answerOf(call('explain_transaction', { packed_trx })))['unlisted_parts'];
    };
    const nonce = { account: 'eosio.null', name: 'nonce', authorization: [], data: 'ab' };
    expect(await partsOf({})).toEqual([]);
    expect(
      await partsOf({
        ...{ delay_sec: 3600, context_free_actions: [nonce, nonce] },
        transaction_extensions: [[1, 'abcd']],
      }),
    ).toEqual([
      'a delay: it is executed 3600 s after it is pushed, also after expires',
      'context-free actions, which are not decoded: eosio.null::nonce, eosio.null::nonce',
      'extensions, which are not decoded: 1',
    ]);
  });
});
