import { parseAbi } from '@app/antelope';
import { NodeAnswerError } from '@app/upstream';
import { readAccount } from '../../../libs/upstream/src/client/answers/account';
import { readInfo } from '../../../libs/upstream/src/node/info';
import { readRawAbi } from '../../../libs/upstream/src/client/answers/raw-abi';
import {
  readCurrencyBalance,
  readCurrencyStats,
  readScopes,
  readTableRows,
} from '../../../libs/upstream/src/client/answers/tables';
import {
  readHistoryTransaction,
  readTransactionRun,
  readTransactionStatus,
} from '../../../libs/upstream/src/push/transaction-answers';
import { classifyResponse } from '../../../libs/upstream/src/node/node-reply';
import { accountAnswer } from '../../../apps/gateway/src/account/account-answer';
import { describeRecordings, type Recording } from '../../harness/recordings';

/** The reader of each route, and a fact that every answer must contain. */
const READERS: Record<string, (body: unknown, recording: Recording) => void> = {
  '/v1/chain/get_info': (body) => {
    const info = readInfo(body);
    expect(info.headBlockNum).toBeGreaterThan(info.lastIrreversibleBlockNum);
    expect(new Date(info.headBlockTimeMs).getUTCFullYear()).toBeGreaterThan(2017);
  },
  '/v1/chain/get_account': (body, { params }) => {
    const balances = { BTC: '0', USDT: '0', NATIVE: '0', TPF: '0', CBTC: '0' };
    const answer = accountAnswer(readAccount(body), { balances, pool_shares: [], locked: null });
    expect(answer.account).toBe(params['account_name']);
    expect(answer.created).toMatch(/^\d{4}-.*Z$/);
    expect(answer.permissions.map(({ name }) => name)).toEqual(expect.arrayContaining(['owner', 'active']));
    for (const { keys } of answer.permissions)
      for (const { key } of keys) expect(key).toMatch(/^PUB_(K1|R1|WA)_/);
  },
  '/v1/chain/get_raw_abi': (body) => {
    const { raw } = readRawAbi(body);
    expect(raw && parseAbi(raw).actions.length).toBeGreaterThan(0);
  },
  '/v1/chain/get_table_rows': (body) => {
    const { rows, more, nextKey } = readTableRows(body, 0);
    expect(rows.length).toBeGreaterThan(0);
    expect(more).toBe(nextKey !== '');
  },
  '/v1/chain/get_table_by_scope': (body) => expect(readScopes(body).rows.length).toBeGreaterThan(0),
  '/v1/chain/get_currency_balance': (body) =>
    expect(readCurrencyBalance(body)[0]).toMatch(/^[0-9.]+ [A-Z]+$/),
  '/v1/chain/get_currency_stats': (body, { params }) => {
    const symbol = String(params['symbol']);
    expect(readCurrencyStats(symbol, body)?.maxSupply.endsWith(` ${symbol}`)).toBe(true);
  },
  '/v1/chain/get_transaction_status': (body) =>
    expect(readTransactionStatus(body)).toMatchObject({ location: undefined, isAbsent: true }),
  '/v1/history/get_transaction': (body, { params }) => {
    expect(readHistoryTransaction(body).blockNum).toBeGreaterThan(0);
    expect(params['id']).toMatch(/^[0-9a-f]{64}$/);
  },
};

const EXECUTING = [
  'push_transaction',
  'send_transaction',
  'send_transaction2',
  'compute_transaction',
  'send_read_only_transaction',
];
for (const route of EXECUTING) {
  READERS[`/v1/chain/${route}`] = (body) => {
    const run = readTransactionRun(body);
    expect(run.transactionId).toMatch(/^[0-9a-f]{64}$/);
    expect(run.refusal === undefined || run.refusal.reason.length > 3).toBe(true);
  };
}

describeRecordings('recorded answers of real nodes', (recordings) => {
  const answers = recordings.filter(({ path, status }) => path !== null && path in READERS && status < 300);
  const refusals = recordings.filter(
    ({ path, status }) => path?.startsWith('/v1/chain') === true && status >= 400,
  );

  it.each(
    answers.map(
      (recording) =>
        [recording.path ?? '', JSON.stringify(recording.params).slice(0, 60), recording] as const,
    ),
  )('%s %s is parsed', (path, _, recording) => {
    READERS[path]?.(recording.body, recording);
  });

  it('recorded answers exist for every route that the service reads', () => {
    expect([...new Set(answers.map(({ path }) => path))].sort()).toEqual(Object.keys(READERS).sort());
  });

  it.each(refusals.map((recording) => [recording.path, recording.status, recording] as const))(
    '%s with status %d is a refusal with its reason',
    (_, status, { body }) => {
      const reply = { status, contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
      expect(() => classifyResponse('node', reply)).toThrow(NodeAnswerError);
      expect(() => classifyResponse('node', reply)).toThrow(/unknown key|Invalid|invalid|POST|empty/);
    },
  );
});
