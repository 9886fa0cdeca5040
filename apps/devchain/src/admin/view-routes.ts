import { LENDING } from '../contracts/shared/account-names';
import type { InProcessClient } from '../client/in-process-client';
import { DEFAULT_POOL } from '../genesis/lending-launch';
import { vaultsTable } from '../contracts/loan/tables';
import { BTC, CBTC, NATIVE, shareOf, type Token, USDT } from '../contracts/shared/tokens';
import { formatAmount, nameToValue } from '@app/antelope';
import { adminRoute, type AdminRoute } from './admin-route';
import { EXAMPLE_KEYS } from './example-keys';
import { NO_MEMBERS } from './fields';
import { simulationState } from './simulation-routes';

/** Balances of an account as decimal text, CBTC from its vault; 0 for tokens the chain does not have. */
function displayBalances(view: InProcessClient, account: string): Record<string, string> {
  const owned = view.find(LENDING, LENDING, vaultsTable, nameToValue(account));
  const held = (token: Token): [string, string] => {
    const holder = token === CBTC ? (owned?.vault ?? account) : account;
    return [token.symbol, formatAmount(view.balance(holder, token), token.precision)];
  };
  return Object.fromEntries([BTC, USDT, NATIVE, shareOf(DEFAULT_POOL), CBTC].map(held));
}

const TAG = 'Chain';

const accounts = adminRoute({
  path: '/devchain/accounts',
  method: 'GET',
  tag: TAG,
  title: 'Accounts with balances',
  description:
    'The accounts that genesis funds, with their current balances and their development keys in every usual form. CBTC is that of their vault.',
  body: NO_MEMBERS,
  example: {},
  answers: [
    {
      name: 'alice',
      ...EXAMPLE_KEYS,
      permissions: [{ name: 'agent', ...EXAMPLE_KEYS }],
      balances: {
        ...{ BTC: '10.00000000', USDT: '1000000.00000000', NATIVE: '1000000.0000' },
        ...{ TPF: '100000.00000000', CBTC: '0.00000000' },
      },
    },
  ],
  run: ({ view, accounts: listed }) =>
    listed
      .filter(({ name }) => view.isAccount(name))
      .map((account) => ({ ...account, balances: displayBalances(view, account.name) })),
});

const status = adminRoute({
  path: '/devchain/status',
  method: 'GET',
  tag: TAG,
  title: 'Status',
  description:
    'The head, the last irreversible block, simulated traffic (`running`, `paused` or `off`), and what the process holds in memory.',
  body: NO_MEMBERS,
  example: {},
  answers: {
    ...{ name: 'mainnet', chain_id: 'cf05...', head_block_num: 1204, last_irreversible_block_num: 1198 },
    simulation: 'running',
    memory: { blocks: 1204, blockBytes: 482_113, rows: 1_310, process_rss_bytes: 142_000_000 },
  },
  run: (context) => {
    const { chain, name } = context;
    const { rss, heapUsed } = process.memoryUsage();
    return {
      name,
      chain_id: chain.chainId,
      head_block_num: chain.head().num,
      last_irreversible_block_num: chain.lastIrreversible().num,
      simulation: simulationState(context),
      memory: { ...chain.memory(), process_rss_bytes: rss, process_heap_used_bytes: heapUsed },
    };
  },
});

export const VIEW_ROUTES: readonly AdminRoute[] = [status, accounts];
