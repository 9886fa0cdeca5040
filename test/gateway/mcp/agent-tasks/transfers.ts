import type { Proposal } from '../../../harness/gateway/test-gateway';
import type { Agent } from './agent';
import { BITCOIN_ADDRESS } from './loans';
import { type Task, text } from './task';

const WRONG_ADDRESSES = [
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081',
  'bob',
];
const WRONG_AMOUNTS = ['0', '-1', '1,5', '1e3', 'all', '', ' 5', '0x10', '0.000000001', '99999999999999'];
const WRONG_NAMES = ['Bob', 'bob!', 'b_b', 'bob ', '6ob', 'bobbobbobbobb', '', 'nosuchname'];

/** Proposals of transfers name the sender `from`. */
const composeTransfer = async (agent: Agent, input: object): Promise<Proposal> => {
  const proposal = await agent.call('transfer', { from: agent.account, ...input });
  if (proposal['error'] !== undefined) throw new Error(String(proposal['error']));
  return proposal as Proposal;
};

const balanceOf = async (agent: Agent, account: string, symbol: string): Promise<number> => {
  const { balances } = await agent.call('get_account', { account });
  return Number((balances as Record<string, string>)[symbol]);
};

/** The refusals of values that name neither the member they are about nor the account that does not exist. */
async function unclear(
  agent: Agent,
  member: string,
  values: readonly string[],
  inputOf: (value: string) => [tool: string, input: Record<string, unknown>],
): Promise<string[]> {
  const errors: string[] = [];
  for (const value of values) {
    const { error } = await agent.call(...inputOf(value));
    const isClear = String(error).startsWith(`${member}: `) || String(error).startsWith(`account ${value} `);
    if (!isClear) errors.push(`${value}: ${String(error)}`);
  }
  return errors;
}

/** In the order in which they are solved. */
export const TRANSFER_TASKS: readonly Task[] = [
  {
    number: 25,
    asked: 'send 5 USDT to bob',
    async solve(agent) {
      const before = await balanceOf(agent, 'bob', 'USDT');
      const { status } = await agent.push(
        await composeTransfer(agent, { to: 'bob', symbol: 'USDT', amount: '5' }),
      );
      return { status, bobGot: (await balanceOf(agent, 'bob', 'USDT')) - before };
    },
    solved: { status: 'executed', bobGot: 5 },
  },
  {
    number: 27,
    asked: 'where do I pay bitcoin to have it on the chain',
    async solve(agent, world) {
      const { btc_address, btc_network } = await agent.call('get_deposit_address', {
        account: agent.account,
      });
      const before = await balanceOf(agent, agent.account, 'BTC');
      await world.payBitcoin(btc_address, '0.25');
      return { btc_network, got: (await balanceOf(agent, agent.account, 'BTC')) - before };
    },
    solved: { btc_network: 'regtest', got: 0.25 },
  },
  {
    number: 28,
    asked: `what arrives when I send 0.1 BTC to ${BITCOIN_ADDRESS}, and what does it cost`,
    async solve(agent) {
      const input = { btc_address: BITCOIN_ADDRESS, amount: '0.1' };
      const { simulation, summary } = await agent.compose('withdraw_btc', input);
      const says = summary.join(' ');
      const arrives = Number(/(\d+\.\d{8}) BTC arrives/.exec(says)?.[1]);
      const fees = [...says.matchAll(/(\d+\.\d{8}) BTC (?:and|for)/g)].map(([, fee]) => Number(fee));
      const sum = fees.reduce((total, fee) => total + fee, arrives);
      return { dryRun: simulation.status, arrives, fees: fees.length, sum: sum.toFixed(8) };
    },
    solved: { dryRun: 'ok', arrives: 0.099_88, fees: 2, sum: '0.10000000' },
  },
  {
    number: 29,
    asked: 'send 0.1 BTC to each of these bitcoin addresses',
    given: WRONG_ADDRESSES,
    solve: (agent) =>
      unclear(agent, 'btc_address', WRONG_ADDRESSES, (btc_address) => [
        'withdraw_btc',
        { account: agent.account, btc_address, amount: '0.1' },
      ]),
    solved: [],
  },
  {
    number: 35,
    asked: 'send 0.001 BTC to bob; when you do not see the answer, try again, but never pay twice',
    async solve(agent) {
      const proposal = await composeTransfer(agent, { to: 'bob', symbol: 'BTC', amount: '0.001' });
      const before = await balanceOf(agent, 'bob', 'BTC');
      const first = await agent.push(proposal);
      const again = await agent.push(proposal);
      const got = (await balanceOf(agent, 'bob', 'BTC')) - before;
      return { statuses: [first['status'], again['status']], bobGot: got.toFixed(8) };
    },
    solved: { statuses: ['executed', 'already_executed'], bobGot: '0.00100000' },
  },
  {
    number: 36,
    asked: 'send these amounts of BTC to bob, then 1 BTC to these accounts',
    given: [WRONG_AMOUNTS, WRONG_NAMES],
    solve: async (agent) => [
      ...(await unclear(agent, 'amount', WRONG_AMOUNTS, (amount) => [
        'transfer',
        { from: agent.account, to: 'bob', symbol: 'BTC', amount },
      ])),
      ...(await unclear(agent, 'to', WRONG_NAMES, (to) => [
        'transfer',
        { from: agent.account, to, symbol: 'BTC', amount: '1' },
      ])),
    ],
    solved: [],
  },
  {
    number: 37,
    asked: 'explain the proposal to send 2 USDT to carol before I sign it',
    async solve(agent) {
      const { transaction } = await composeTransfer(agent, { to: 'carol', symbol: 'USDT', amount: '2' });
      const { packed_trx } = transaction;
      const prompt = await agent.prompt('explain_proposal', { packed_trx });
      const explained = JSON.parse(/```json\n([^]*?)\n```/.exec(prompt)![1]!) as { actions: object[] };
      return explained.actions;
    },
    solved: [{ action: 'transfer', data: { from: 'alice', to: 'carol', quantity: text(/^2\.0+ USDT$/) } }],
  },
  {
    number: 40,
    asked: 'what do I have on testnet; send 1 USDT to bob there',
    async solve(agent) {
      const network = 'testnet';
      const { balances } = await agent.call('get_account', { account: agent.account, network });
      const payment = { to: 'bob', symbol: 'USDT', amount: '1', network };
      const { status } = await agent.push(await composeTransfer(agent, payment));
      return { before: (balances as Record<string, string>)['USDT'], network, status };
    },
    solved: { before: '1000000', network: 'testnet', status: 'executed' },
  },
  {
    number: 34,
    asked: 'send 3 USDT to bob; I sign when I am back',
    async solve(agent, world) {
      const proposal = await composeTransfer(agent, { to: 'bob', symbol: 'USDT', amount: '3' });
      const { head_block_time: head } = await agent.call('get_chain_info');
      const msLeft = Date.parse(proposal.expires) - Date.parse(String(head));
      await world.pass(Math.ceil(msLeft / 1000) + 5, '80000');
      const before = await balanceOf(agent, 'bob', 'USDT');
      const { error } = await agent.push(proposal);
      return { error, bobGot: (await balanceOf(agent, 'bob', 'USDT')) - before };
    },
    solved: {
      error: text(/expired.*no node knows .* look at the balances before composing it again/),
      bobGot: 0,
    },
  },
];
