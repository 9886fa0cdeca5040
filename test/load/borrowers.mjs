// Accounts with a funded vault that borrow and repay; checks their loans on the chain afterwards.
import { call, pushAll, signedActions } from './signed.mjs';

const PRICE_USD = '80000';
const COLLATERAL_BTC = '0.1';
/** For interest, and for the excess of a repayment. */
const POCKET_USDT = '100';
const LETTERS = 'abcdefghijklmnop';
const POOL = 6;
const HIGHEST_CAP_BPS = 2000;
const REPAID = 5;
const PAGE = 1000;

const control = (pool, name, body) => call(pool, `/devchain/${name}`, body);

/** The price is stale after five minutes: set it before each measurement. */
export const sayPrice = (pool) => control(pool, 'price', { price: PRICE_USD });

async function rows(pool, query) {
  const found = [];
  for (let lower = ''; ;) {
    const body = { json: true, limit: PAGE, ...query, lower_bound: lower };
    const page = await call(pool, '/v1/chain/get_table_rows', body);
    found.push(...page.rows);
    if (!page.more) return found;
    lower = page.next_key;
  }
}

/** Creates one borrower for each of the 16 lanes; returns their keys by account. */
export async function createBorrowers(pool) {
  const people = [...LETTERS].map((letter) => ({
    owner: `borrower.${letter}`,
    vault: `vault1${letter}.loan`,
  }));
  const keys = new Map();
  for (const { owner } of people) {
    keys.set(owner, (await control(pool, 'create-account', { name: owner })).private_key);
    await control(pool, 'fund', { account: owner, symbol: 'USDT', amount: POCKET_USDT });
  }
  for (const name of ['createvault', 'genaddr']) {
    const actions = people.map((data) => ({ contract: 'loan', name, actor: data.owner, data }));
    await pushAll(pool, await signedActions(pool, actions, keys));
  }
  await control(pool, 'mine-bitcoin', { count: 1 });
  const addresses = await rows(pool, { code: 'vaults', scope: 'vaults', table: 'accounts' });
  for (const { btc_address: address } of addresses)
    await control(pool, 'send-bitcoin', { address, amount: COLLATERAL_BTC });
  await control(pool, 'mine-bitcoin', { count: 4 });
  return keys;
}

const usdt = (whole, units) => `${whole}.${String(units).padStart(8, '0')} USDT`;

/** A loan of 500 USDT and its repayment; the units make each transaction unique. */
const borrowAndRepay = (account, index) => [
  {
    contract: 'loan',
    name: 'borrowvar',
    actor: account,
    data: { account, amount: usdt(500, index), pool_id: POOL, max_apr_bps: HIGHEST_CAP_BPS },
  },
  {
    contract: 'usdt.token',
    name: 'transfer',
    actor: account,
    data: { from: account, to: 'loan', quantity: usdt(501, index), memo: 'repay' },
  },
];

/** A lane of signed transactions for each borrower, loan and repayment in turn: `pairs` in all, rounded up to whole lanes. */
export async function borrowerLanes(pool, keys, pairs, firstIndex) {
  const accounts = [...keys.keys()];
  const lanes = [];
  for (const account of accounts) {
    const own = Array.from({ length: Math.ceil(pairs / accounts.length) }, (_unused, index) =>
      borrowAndRepay(account, firstIndex + index),
    );
    lanes.push(await signedActions(pool, own.flat(), keys));
  }
  return lanes;
}

/** Throws unless exactly this number of loans exists and all are repaid. */
export async function requireRepaid(pool, count) {
  const open = await rows(pool, { code: 'loan', scope: 'loan', table: 'loan' });
  const queued = await rows(pool, { code: 'loan', scope: 'loan', table: 'loanqueue' });
  const ended = await rows(pool, { code: 'loan', scope: 'completed', table: 'loan' });
  const repaid = ended.filter(({ status }) => status === REPAID);
  if (open.length + queued.length > 0 || ended.length !== count || repaid.length !== count)
    throw new Error(
      `${count} loans, of which ${open.length} open, ${queued.length} queued, ${repaid.length} repaid`,
    );
}
