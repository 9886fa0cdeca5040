import { z } from 'zod';
import { bitcoinTable } from '../contracts/bridge/tables';
import { addressOf, assignAddresses, bitcoinPayment, mineBitcoin } from '../operators/bitcoin';
import { adminRoute, type AdminRoute } from './admin-route';
import { bitcoins, members, wholeNumber } from './fields';
import { requireContract, type AdminContext } from './admin-context';
import { BTC_BRIDGE } from '../contracts/shared/account-names';

const TAG = 'Bitcoin';
const MAX_BLOCKS = 1000;

const heightOf = ({ view }: AdminContext): number =>
  view.find(BTC_BRIDGE, BTC_BRIDGE, bitcoinTable, 0n)?.height ?? 0;

const send = adminRoute({
  path: '/devchain/send-bitcoin',
  tag: TAG,
  title: 'Send BTC to an address',
  description:
    'A payment on the simulated Bitcoin to the deposit address of an account or of a vault. It counts after three Bitcoin blocks.',
  body: members({
    address: z.string().min(1).max(90).meta({ description: 'Deposit address of an account or a vault.' }),
    amount: bitcoins,
  }),
  example: { address: 'bcrt1...', amount: '0.5' },
  exampleOf: ({ view }) => ({ address: addressOf(view, BTC_BRIDGE, 'alice') ?? 'bcrt1...', amount: '0.5' }),
  answers: { address: 'bcrt1...', height: 12, confirmed_at_height: 15, transaction_id: '4b1f...' },
  run: (context, { address, amount }) => {
    requireContract(context, BTC_BRIDGE);
    const { id } = context.view.send(bitcoinPayment(address, amount));
    const height = heightOf(context);
    return { address, height, confirmed_at_height: height + 3, transaction_id: id };
  },
});

const confirm = adminRoute({
  path: '/devchain/mine-bitcoin',
  tag: TAG,
  title: 'Confirm Bitcoin blocks',
  description:
    'New blocks on the simulated Bitcoin: payments to the bridges are credited, withdrawals are sent and completed. Vaults that wait for an address get it.',
  body: members({ count: wholeNumber('Blocks.', { minimum: 1, maximum: MAX_BLOCKS }).default(1) }),
  example: { count: 3 },
  answers: { height: 15 },
  run: (context, { count }) => {
    requireContract(context, BTC_BRIDGE);
    assignAddresses(context.view);
    mineBitcoin(context.view, count);
    return { height: heightOf(context) };
  },
});

export const BITCOIN_ROUTES: readonly AdminRoute[] = [send, confirm];
