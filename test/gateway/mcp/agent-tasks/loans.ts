import type { Answer } from '../../../harness/gateway/gateway-client';
import type { Agent } from './agent';
import { eightDecimals, listOf, type Task, text, wholePercent } from './task';

/** A regtest address of BIP 173's key. */
export const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const DAY_SECONDS = 86_400;

const ownLoan = async (agent: Agent, detail?: 'full'): Promise<Answer> => {
  const input = { account: agent.account, ...(detail && { detail }) };
  const [loan] = listOf(await agent.call('get_loans', input), 'active');
  if (loan === undefined) throw new Error('the account has no loan');
  return loan;
};

const freshPrice = async (agent: Agent): Promise<number> => {
  const { price, stale } = await agent.call('get_btc_price');
  if (stale !== false) throw new Error('a stale price is not used for collateral');
  return Number(price);
};

/** In the order in which they are solved. */
export const LOAN_TASKS: readonly Task[] = [
  {
    number: 1,
    asked: 'what do I own in BTC and USDT, and what is it worth in dollars',
    async solve(agent) {
      const { balances } = await agent.call('get_account', { account: agent.account });
      const { BTC, USDT } = balances as Record<string, string>;
      return { BTC, USDT, dollars: Number(BTC) * (await freshPrice(agent)) + Number(USDT) };
    },
    solved: { BTC: '10', USDT: '998600', dollars: 1_798_600 },
  },
  {
    number: 2,
    asked: 'what is the price of BTC, how old is it, and can I rely on it',
    solve: (agent) => agent.call('get_btc_price'),
    solved: { price: '80000.00000000', stale: false, age_seconds: expect.any(Number) as unknown },
  },
  {
    number: 3,
    asked: 'how much can be borrowed by everybody, from which pools, and at which rate',
    async solve(agent) {
      const { pools } = await agent.call('get_pool_stats');
      const lending = (pools as Answer[]).filter(({ available }) => Number(available) > 0);
      return lending.map(({ pool_id, available, borrow_apr_bps: rate }) => ({
        ...{ pool_id, available },
        hasRate: Number.isInteger(rate),
      }));
    },
    solved: [{ pool_id: 6, available: '298400.00000000', hasRate: true }],
  },
  {
    number: 4,
    asked: 'set up a vault, and tell me where I can pay 0.1 BTC to fund it',
    async solve(agent, world) {
      await agent.send('setup_vault');
      let vault = await agent.call('get_vault', { account: agent.account });
      while (vault['btc_address'] === null) {
        await world.mineBitcoin();
        vault = await agent.call('get_vault', { account: agent.account });
      }
      await world.payBitcoin(vault['btc_address'], '0.1');
      return agent.call('get_vault', { account: agent.account });
    },
    solved: { cbtc_balance: '0.10000000' },
  },
  {
    number: 7,
    asked: 'borrow 100000 USDT at 30 % a year at most, or as much as I can get',
    async solve(agent) {
      const max_apr_bps = 3000;
      const { simulation, summary } = await agent.compose('borrow', { amount_usdt: '100000', max_apr_bps });
      const most = /[Aa]t most (\d+\.\d+) USDT/.exec(summary.join(' '))?.[1];
      const possible = await agent.compose('borrow', { amount_usdt: most, max_apr_bps });
      return { refused: simulation.status, most, possible: possible.simulation.status };
    },
    // 70 % of 0.1 BTC at 80000
    solved: { refused: 'failed', most: text(/^5599\.9/), possible: 'ok' },
  },
  {
    number: 6,
    asked: 'borrow so many USDT that my loan-to-value is 40 %, at 50 % a year at most',
    async solve(agent) {
      const { cbtc_balance: collateral } = await agent.call('get_vault', { account: agent.account });
      const amount_usdt = eightDecimals(Number(collateral) * (await freshPrice(agent)) * 0.4);
      await agent.send('borrow', { amount_usdt, max_apr_bps: 5000 });
      return { ltv_percent: wholePercent((await ownLoan(agent))['ltv_bps']) };
    },
    solved: { ltv_percent: 40 },
  },
  {
    number: 5,
    asked: 'what is my loan-to-value, and at which price am I liquidated',
    async solve(agent) {
      const { ltv_bps, liquidation_price } = await ownLoan(agent);
      return { ltv_percent: wholePercent(ltv_bps), liquidation_price };
    },
    // 80 % of 0.1 BTC is worth the 3200 USDT
    solved: { ltv_percent: 40, liquidation_price: text(/^40000(\.\d+)?$/) },
  },
  {
    number: 39,
    asked: 'whose loans are liquidated when BTC falls by 30 %',
    async solve(agent) {
      const fallen = (await freshPrice(agent)) * 0.7;
      const borrowers: unknown[] = [];
      for (let cursor: unknown = null; cursor !== undefined;) {
        const page = await agent.call('get_loans', cursor === null ? {} : { cursor });
        const hit = listOf(page, 'active').filter(({ liquidation_price: price }) => Number(price) >= fallen);
        borrowers.push(...hit.map(({ account }) => account));
        cursor = page['next_cursor'] ?? undefined;
      }
      return borrowers;
    },
    solved: ['carol'],
  },
  {
    number: 10,
    asked: `withdraw as much collateral to ${BITCOIN_ADDRESS} as keeps my loan-to-value below 50 %`,
    async solve(agent) {
      const { payoff_usdt: debt, collateral_cbtc: collateral } = await ownLoan(agent);
      // 49.9 % leaves room for the interest until the push.
      const kept = Number(debt) / (0.499 * (await freshPrice(agent)));
      await agent.send('withdraw_collateral', {
        amount_cbtc: eightDecimals(Number(collateral) - kept),
        btc_address: BITCOIN_ADDRESS,
      });
      const ltv = Number((await ownLoan(agent))['ltv_bps']);
      return { isBelow: ltv < 5000, ltv_percent: wholePercent(ltv) };
    },
    solved: { isBelow: true, ltv_percent: 50 },
  },
  {
    number: 11,
    asked: 'when was my loan opened, and how much interest has it cost so far',
    lacks: 'the interest of a loan that was repaid in part or has ended: its payments, of get_history',
    before: (world) => world.pass(DAY_SECONDS, '80000'),
    async solve(agent) {
      const loan = await ownLoan(agent, 'full');
      const { head_block_time: head } = await agent.call('get_chain_info');
      const interest = Number(loan['payoff_usdt']) - Number(loan['principal_usdt']);
      const yearly = (Number(loan['principal_usdt']) * Number(loan['current_apr_bps'])) / 10_000;
      return {
        days: Math.round(
          (Date.parse(String(head)) - Date.parse(String(loan['opened_at']))) / (DAY_SECONDS * 1000),
        ),
        daysOfInterest: Math.round((interest / yearly) * 365),
      };
    },
    solved: { days: 1, daysOfInterest: 1 },
  },
  {
    number: 8,
    asked: 'repay half of my loan',
    async solve(agent) {
      const debt = Number((await ownLoan(agent))['payoff_usdt']);
      await agent.send('repay', { amount_usdt: eightDecimals(debt / 2) });
      return { percentLeft: Math.round((Number((await ownLoan(agent))['payoff_usdt']) / debt) * 100) };
    },
    solved: { percentLeft: 50 },
  },
  {
    number: 42,
    asked: `repay 100 USDT of my loan and take 0.001 CBTC out to ${BITCOIN_ADDRESS}, both or neither`,
    async solve(agent) {
      const { simulation } = await agent.sendPlan([
        { tool: 'repay', input: { amount_usdt: '100' } },
        { tool: 'withdraw_collateral', input: { amount_cbtc: '0.001', btc_address: BITCOIN_ADDRESS } },
      ]);
      const [repaid, withdrawn] = simulation.steps as readonly { loan: Answer; fee?: Answer }[];
      const { ltv_bps } = await ownLoan(agent);
      const isAsTold = Math.abs(Number(withdrawn?.loan['ltv_bps_after']) - Number(ltv_bps)) <= 1;
      return { debt: repaid?.loan['debt_after'], arrives: withdrawn?.fee?.['arrives'], isAsTold };
    },
    solved: { debt: text(/^150\d\.\d{8}$/), arrives: '0.00099500', isAsTold: true },
  },
  {
    number: 38,
    asked: 'the price feed may have stopped: what can I still do with my loan; I would borrow at 30 % a year',
    before: (world) => world.pass(360),
    async solve(agent) {
      const { stale } = await agent.call('get_btc_price');
      const { ltv_bps, payoff_usdt: amount_usdt } = await ownLoan(agent);
      const borrow = { account: agent.account, amount_usdt, max_apr_bps: 3000 };
      const { error } = await agent.call('borrow', borrow);
      const { simulation } = await agent.compose('repay', { amount_usdt });
      return { stale, ltv_bps, borrow: error, repay: simulation.status };
    },
    solved: { stale: true, ltv_bps: null, borrow: text(/stale|old/), repay: 'ok' },
  },
  {
    number: 9,
    asked: 'repay my whole loan, without a rest',
    before: (world) => world.setPrice('80000'),
    async solve(agent) {
      const { payoff_usdt: debt } = await ownLoan(agent);
      await agent.send('repay', { amount_usdt: eightDecimals(Number(debt) + 1) });
      const { active } = await agent.call('get_loans', { account: agent.account });
      const { USDT: after } = (await agent.call('get_account', { account: agent.account }))[
        'balances'
      ] as Record<string, string>;
      return { active, after };
    },
    // as before the loan, less the interest of a day
    solved: { active: [], after: text(/^99859\d\.\d+$/) },
  },
];
