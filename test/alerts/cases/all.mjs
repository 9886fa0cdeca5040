// The cases in their order. Tracks run beside each other: two wait for five minutes of real time.
import { CLIENT_CASES, STREAM_CASES } from './clients.mjs';
import { WEBHOOK_BEHIND, WEBHOOK_GONE, WEBHOOKS_REFUSED } from './delivery.mjs';
import { HISTORY_CASES } from './history.mjs';
import { NODE_CASES } from './nodes.mjs';
import { PUSH_CASES } from './pushes.mjs';
import { REDIS_CASES } from './redis.mjs';
import { REPLICA_CASES } from './replicas.mjs';

const [noneServes, unfit, notFound, refused, disagree] = NODE_CASES;
const [unknown, vanish] = PUSH_CASES;

/**
 * Each track is of one release. The first cases of `gateway` are those whose windows end last; a node that lied about
 * rows rests for a minute, so that it is the last one.
 */
export const TRACKS = [
  {
    release: 'gateway',
    cases: [
      ...[noneServes, unknown, unfit, notFound, refused, ...REDIS_CASES, vanish],
      ...[...REPLICA_CASES, ...CLIENT_CASES, disagree],
    ],
  },
  { release: 'other', cases: [WEBHOOK_GONE, WEBHOOKS_REFUSED, ...STREAM_CASES, ...HISTORY_CASES] },
  { release: 'other', cases: [WEBHOOK_BEHIND] },
];

export const CAUSED = TRACKS.flatMap(({ cases }) => cases).flatMap(({ alerts }) => Object.keys(alerts));
