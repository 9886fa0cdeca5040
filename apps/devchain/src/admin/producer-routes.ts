import { z } from 'zod';
import { adminRoute, type AdminRoute } from './admin-route';
import { AdminError } from './admin-error';
import { accountName, members, NO_MEMBERS } from './fields';
import type { AdminContext } from './admin-context';

const TAG = 'Producers';

const setOnline = adminRoute({
  path: '/devchain/producers',
  tag: TAG,
  title: 'Take a producer offline, or back',
  description:
    'A producer that is offline misses its blocks, twelve in a row: transactions wait for the next one. One of those scheduled stays online.',
  body: members({
    producer: accountName('One of those scheduled.'),
    online: z
      .boolean({ error: 'must be true or false' })
      .meta({ description: 'Whether it produces its blocks.' }),
  }),
  example: { producer: 'producer1', online: false },
  answers: { producers: [{ producer: 'producer1', online: false }] },
  run: (context, { producer, online }) => {
    const scheduled = producersOf(context).map((entry) => entry.producer);
    if (!scheduled.includes(producer))
      throw new AdminError(`producer: must be one of ${scheduled.join(', ')}`);
    // The open block is already in the slot of a producer.
    if (!context.pacer.betweenBlocks(() => context.chain.setProducerOnline(producer, online))) {
      throw new AdminError('producer: is the last one online; without it there would be no blocks');
    }
    return { producers: producersOf(context) };
  },
});

const read = adminRoute({
  path: '/devchain/producers',
  method: 'GET',
  tag: TAG,
  title: 'List producers',
  description: 'The scheduled producers in the order of their turns.',
  body: NO_MEMBERS,
  example: {},
  answers: { producers: [{ producer: 'producer1', online: true }] },
  run: (context) => ({ producers: producersOf(context) }),
});

function producersOf({ chain }: AdminContext): { producer: string; online: boolean }[] {
  const offline = new Set(chain.offlineProducers());
  return chain
    .schedule()
    .active.producers.map(({ producer }) => ({ producer, online: !offline.has(producer) }));
}

export const PRODUCER_ROUTES: readonly AdminRoute[] = [setOnline, read];
