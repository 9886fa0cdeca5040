import { formatPrice, nameToValue } from '@app/antelope';
import { z } from 'zod';
import { aggfeeds } from '../contracts/oracle/tables';
import { FEEDER_MODES } from '../simulation/feeders';
import { control, type Control } from './control';
import { ControlError } from './control-error';
import { members, NO_MEMBERS, priceInUsd } from './fields';
import { requireContract, type World } from './world';

const TAG = 'Prices';
const ORACLE = 'oracle';

const setPrice = control({
  path: '/devchain/price',
  tag: TAG,
  title: 'Set the price of BTC',
  description:
    'All feeders submit this price at once, and the market makers follow; from then on the market price oscillates around it. Without simulation the price is submitted once and is stale after five minutes. A price only counts when three feeders agree: `is_in_force` tells.',
  body: members({ price: priceInUsd }),
  example: { price: '65000' },
  answers: { price: '65000.00000000', is_in_force: true },
  run: (world, { price }) => {
    requireContract(world, ORACLE);
    world.feeders.ensure();
    world.simulation?.price.setBtc(price, world.view.timeMs);
    world.feeders.submitAll(price);
    const text = formatPrice(price, 8);
    return { price: text, is_in_force: priceInForce(world) === text };
  },
});

const setFeeders = control({
  path: '/devchain/feeders',
  tag: TAG,
  title: 'Stop or corrupt price feeders',
  description:
    'A stopped feeder says nothing; a corrupt one says something far off. The oracle needs three that agree: with two of the four stopped or corrupt the price stands still, and is stale after five minutes.',
  body: members({
    feeder: z.string().optional().meta({ description: 'One of them. Left out: all.' }),
    mode: z
      .enum(FEEDER_MODES, { error: `must be one of ${FEEDER_MODES.join(', ')}` })
      .meta({ description: 'What it does from now on.' }),
  }),
  example: { feeder: 'feeder1', mode: 'stopped' },
  answers: { feeders: [{ feeder: 'feeder1', mode: 'stopped' }] },
  run: (world, { feeder, mode }) => {
    const all = world.feeders.all().map((entry) => entry.feeder);
    if (feeder !== undefined && !all.includes(feeder)) {
      throw new ControlError(`feeder: must be one of ${all.join(', ')}`);
    }
    for (const name of feeder === undefined ? all : [feeder]) world.feeders.setMode(name, mode);
    return { feeders: world.feeders.all() };
  },
});

const readFeeders = control({
  path: '/devchain/feeders',
  method: 'GET',
  tag: TAG,
  title: 'What the price feeders do',
  description: 'The feeders of the oracle and the price in force.',
  body: NO_MEMBERS,
  example: {},
  answers: { price_in_force: '80123.45000000', feeders: [{ feeder: 'feeder1', mode: 'honest' }] },
  run: (world) => ({ price_in_force: priceInForce(world) ?? null, feeders: world.feeders.all() }),
});

function priceInForce({ view }: World): string | undefined {
  return view.find(ORACLE, ORACLE, aggfeeds, nameToValue('btcusd'))?.price;
}

export const PRICE_CONTROLS: readonly Control[] = [setPrice, setFeeders, readFeeders];
