import { z } from 'zod';
import { control, type Control } from './control';
import { ControlError } from './control-error';
import { accountName, members, NO_MEMBERS } from './fields';
import type { World } from './world';

const TAG = 'Producers';

const setOnline = control({
  path: '/devchain/producers',
  tag: TAG,
  title: 'Take a producer offline, or back',
  description:
    'A producer that is offline misses its blocks, twelve in a row: transactions wait for the next one. One of those scheduled stays online.',
  body: members({
    producer: accountName('One of those scheduled.'),
    online: z
      .boolean({ error: 'must be true or false' })
      .meta({ description: 'Whether it makes its blocks.' }),
  }),
  example: { producer: 'producer1', online: false },
  answers: { producers: [{ producer: 'producer1', online: false }] },
  run: (world, { producer, online }) => {
    const scheduled = producersOf(world).map((entry) => entry.producer);
    if (!scheduled.includes(producer))
      throw new ControlError(`producer: must be one of ${scheduled.join(', ')}`);
    // The block that waits is in somebody's slot already.
    if (!world.pace.betweenBlocks(() => world.chain.setProducerOnline(producer, online))) {
      throw new ControlError('producer: is the last one online; without it there would be no blocks');
    }
    return { producers: producersOf(world) };
  },
});

const read = control({
  path: '/devchain/producers',
  method: 'GET',
  tag: TAG,
  title: 'Who makes blocks',
  description: 'The scheduled producers in the order of their turns.',
  body: NO_MEMBERS,
  example: {},
  answers: { producers: [{ producer: 'producer1', online: true }] },
  run: (world) => ({ producers: producersOf(world) }),
});

function producersOf({ chain }: World): { producer: string; online: boolean }[] {
  const offline = new Set(chain.offlineProducers());
  return chain
    .schedule()
    .active.producers.map(({ producer }) => ({ producer, online: !offline.has(producer) }));
}

export const PRODUCER_CONTROLS: readonly Control[] = [setOnline, read];
