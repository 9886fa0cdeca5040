import { formatPrice, nameToValue } from '@app/antelope';
import { z } from 'zod';
import { pricesTable } from '../contracts/oracle/tables';
import { FEEDER_MODES } from '../operators/feeders';
import { adminRoute, type AdminRoute } from './admin-route';
import { AdminError } from './admin-error';
import { members, NO_MEMBERS, priceInUsd } from './fields';
import { requireContract, type AdminContext } from './admin-context';
import { BTC_FEED, PRICE_DECIMALS } from '../contracts/oracle/feeds';
import { ORACLE } from '../contracts/shared/account-names';

const TAG = 'Prices';

const setPrice = adminRoute({
  path: '/devchain/price',
  tag: TAG,
  title: 'Set the price of BTC',
  description:
    'All feeders submit this price at once, and the market makers follow; from then on the market price oscillates around it. Without simulation the price is submitted once and is stale after five minutes. A price only counts when three feeders agree: `is_in_force` tells.',
  body: members({ price: priceInUsd }),
  example: { price: '65000' },
  answers: { price: '65000.00000000', is_in_force: true },
  run: (context, { price }) => {
    requireContract(context, ORACLE);
    context.feeders.ensure();
    context.simulation?.price.setBtc(price, context.view.timeMs);
    context.feeders.submitAll(price);
    const text = formatPrice(price, PRICE_DECIMALS);
    return { price: text, is_in_force: priceInForce(context) === text };
  },
});

const setFeeders = adminRoute({
  path: '/devchain/feeders',
  tag: TAG,
  title: 'Stop or corrupt price feeders',
  description:
    'A stopped feeder submits nothing; a corrupt one submits a deviating price. The oracle needs three that agree: with two of the four stopped or corrupt the price does not change, and is stale after five minutes.',
  body: members({
    feeder: z.string().optional().meta({ description: 'One of them. Left out: all.' }),
    mode: z
      .enum(FEEDER_MODES, { error: `must be one of ${FEEDER_MODES.join(', ')}` })
      .meta({ description: 'New mode.' }),
  }),
  example: { feeder: 'feeder1', mode: 'stopped' },
  answers: { feeders: [{ feeder: 'feeder1', mode: 'stopped' }] },
  run: (context, { feeder, mode }) => {
    const all = context.feeders.all().map((entry) => entry.feeder);
    if (feeder !== undefined && !all.includes(feeder)) {
      throw new AdminError(`feeder: must be one of ${all.join(', ')}`);
    }
    for (const name of feeder === undefined ? all : [feeder]) context.feeders.setMode(name, mode);
    return { feeders: context.feeders.all() };
  },
});

const readFeeders = adminRoute({
  path: '/devchain/feeders',
  method: 'GET',
  tag: TAG,
  title: 'List price feeders',
  description: 'The feeders of the oracle and the price in force.',
  body: NO_MEMBERS,
  example: {},
  answers: { price_in_force: '80123.45000000', feeders: [{ feeder: 'feeder1', mode: 'honest' }] },
  run: (context) => ({ price_in_force: priceInForce(context) ?? null, feeders: context.feeders.all() }),
});

function priceInForce({ view }: AdminContext): string | undefined {
  return view.find(ORACLE, ORACLE, pricesTable, nameToValue(BTC_FEED))?.price;
}

export const PRICE_ROUTES: readonly AdminRoute[] = [setPrice, setFeeders, readFeeders];
