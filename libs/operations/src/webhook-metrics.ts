import type { MetricKinds } from './metric-kinds';

/** Messages to the receivers of webhooks. */
export const webhookMetrics = (kinds: MetricKinds) => ({
  /** By `outcome`: `delivered`, `failed` (tried again), `gone` (410). */
  deliveries: kinds.counter(
    'gateway_webhook_deliveries_total',
    'Messages sent to the receivers of webhooks, by outcome',
    ['network', 'webhook', 'outcome'],
  ),

  /** Of the replica that delivers; absent at the others. */
  behind: kinds.gauge(
    'gateway_webhook_behind_seconds',
    'Time for which the oldest event of a webhook waits for its receiver',
    ['network', 'webhook'],
  ),

  disabled: kinds.gauge(
    'gateway_webhook_disabled',
    'Whether a webhook is disabled because its receiver answered 410',
    ['network', 'webhook'],
  ),

  refused: kinds.gauge(
    'gateway_webhooks_file_refused',
    'Whether the webhooks file as it is now is refused, and that of before in use',
    [],
  ),
});
