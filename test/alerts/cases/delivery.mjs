// Receivers of webhooks that refuse, and a file of webhooks that is refused.
import { setTimeout as delay } from 'node:timers/promises';
import { logLine } from '../look.mjs';

const DELIVERED_WITHIN_MS = 60_000;
/** The alert compares with 300 s, which the factor does not shorten. */
const AFTER_300_S_MS = 420_000;

async function untilDelivered(receiver, path) {
  const giveUpAt = performance.now() + DELIVERED_WITHIN_MS;
  while (receiver.deliveries(path) === 0) {
    if (performance.now() > giveUpAt) throw new Error(`nothing is delivered to ${path}`);
    await delay(100);
  }
}

/** The entry of a webhook names another receiver: it is tried at once. */
async function sendElsewhere({ webhooks, receiver }, name) {
  const path = `/accepted?${name}`;
  webhooks.send(name, path);
  await untilDelivered(receiver, path);
}

const gone = {
  name: 'the receiver of a webhook answers 410',
  alerts: { GatewayWebhookGone: () => [{ network: 'mainnet', webhook: 'bot' }] },
  // The webhooks file names it from the start.
  cause: () => undefined,
  shows: ({ other }) => logLine(other.replicas[0], /a receiver answered 410/),
  mended: 'its entry names another receiver, which gets its events',
  mend: ({ other }) => sendElsewhere(other, 'bot'),
};

const behind = {
  name: 'the receiver of a webhook answers 500',
  alerts: { GatewayWebhookBehind: () => [{ network: 'mainnet', webhook: 'desk' }] },
  firesWithinMs: AFTER_300_S_MS,
  cause: () => undefined,
  shows: ({ other }) => logLine(other.replicas[0], /a webhook cannot be delivered/),
  mended: 'its entry names another receiver, which gets its events',
  mend: ({ other }) => sendElsewhere(other, 'desk'),
};

const refused = {
  name: 'the webhooks file has a name that is not allowed',
  alerts: { GatewayWebhooksRefused: () => [{}] },
  cause: ({ other }) => other.webhooks.spoil(),
  shows: ({ other }) => logLine(other.replicas[0], /the changed webhooks file is refused/),
  mended: 'the file is mended',
  mend: ({ other }) => other.webhooks.mend(),
};

export const WEBHOOKS_REFUSED = refused;
export const WEBHOOK_GONE = gone;
export const WEBHOOK_BEHIND = behind;
