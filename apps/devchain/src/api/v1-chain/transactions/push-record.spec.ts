import { pushRecords } from './push-record';

const PATH = '/v1/chain/send_transaction2';
const action = (name: string, data: object, creator_action_ordinal = 0) => ({
  creator_action_ordinal,
  act: { account: 'btc.token', name, authorization: [{ actor: 'alice' }], data },
});
const executed = (...action_traces: object[]) => ({
  status: 202,
  body: JSON.stringify({
    transaction_id: 'ab12',
    processed: { block_num: 1161, receipt: { status: 'executed' }, action_traces },
  }),
});
const TRANSFER = action('transfer', { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: '' });

describe('log record of a pushed transaction', () => {
  it('the log record states a transfer as a sentence, without trailing zeros', () => {
    expect(pushRecords(PATH, executed(TRANSFER))).toEqual([
      {
        transaction_id: 'ab12',
        block_num: 1161,
        status: 'executed',
        summary: 'alice transfers 0.1 BTC to bob',
      },
    ]);
  });

  it('the log record names other actions by actor and contract, no inline ones, and shortens a long list', () => {
    const call = action('open', {});
    const { summary } = pushRecords(
      PATH,
      executed(call, action('inline', {}, 1), call, call, call, call),
    )[0]!;
    const one = 'alice calls btc.token::open';
    expect(summary).toBe(`${one}, ${one}, ${one} and 2 more`);
  });

  it('the log record keeps the whole amount of a token without decimals', () => {
    const whole = action('transfer', { from: 'a', to: 'b', quantity: '100 TOK' });
    expect(pushRecords(PATH, executed(whole))[0]!.summary).toBe('a transfers 100 TOK to b');
  });

  it('the log record gives the reason of a refusal', () => {
    const error = { details: [{ message: 'overdrawn balance' }] };
    const body = JSON.stringify({ code: 500, message: 'Internal Service Error', error });
    expect(pushRecords(PATH, { status: 500, body })).toEqual([
      { status: 'refused', summary: 'overdrawn balance' },
    ]);
  });

  it('the log record gives the reason of a failure that was answered with its trace', () => {
    const processed = { receipt: null, except: { message: 'overdrawn balance' }, action_traces: [TRANSFER] };
    const body = JSON.stringify({ transaction_id: 'ab12', processed });
    expect(pushRecords(PATH, { status: 202, body })[0]).toMatchObject({
      status: 'refused',
      summary: 'alice transfers 0.1 BTC to bob: overdrawn balance',
    });
  });

  it('pushRecords makes one record of each transaction of a batch', () => {
    const one = JSON.parse(executed(TRANSFER).body) as object;
    const failed = {
      transaction_id: '00',
      processed: { error: '3050003 assert: assertion\noverdrawn balance\n    {}\n    place\n' },
    };
    const records = pushRecords('/v1/chain/push_transactions', {
      status: 202,
      body: JSON.stringify([one, failed]),
    });
    expect(records.map(({ status }) => status)).toEqual(['executed', 'refused']);
    expect(records[1]?.summary).toBe('3050003 assert: assertion\noverdrawn balance');
  });

  it('pushRecords makes no record for a route that pushes no transaction', () => {
    expect(pushRecords('/v1/chain/compute_transaction', executed(TRANSFER))).toEqual([]);
  });
});
