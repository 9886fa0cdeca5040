import { LimitedLog, Metrics } from '@app/operations';
import { Injectable } from '@nestjs/common';
import { asToolError } from '../platform/errors/error-mapping';
import type { WebhookConfig } from './config/webhooks-file';
import type { Delivery } from './messages/webhook-post';

type State = 'good' | 'failing' | 'unreadable' | 'disabled' | 'defect';

/** Kind of the log lines, which bounds them. */
const LINES = 'webhooks';
type Named = Pick<WebhookConfig, 'network' | 'name'>;

/** Reports webhooks in metrics, and in the log where their state changes; by their names, never by their URLs. */
@Injectable()
export class WebhookStates {
  readonly #states = new Map<string, State>();

  constructor(
    private readonly metrics: Metrics,
    private readonly log: LimitedLog,
  ) {}

  begin(webhook: Named): void {
    const labels = labelsOf(webhook);
    // Prometheus sees no increase in a counter that begins with 1.
    for (const outcome of ['delivered', 'failed', 'gone'])
      this.metrics.webhooks.deliveries.inc({ ...labels, outcome }, 0);
    this.metrics.webhooks.disabled.set(labels, 0);
    this.#states.set(keyOf(webhook), 'good');
  }

  /** @param ms undefined: another replica delivers it, or none does */
  setBehind(webhook: Named, ms: number | undefined): void {
    const labels = labelsOf(webhook);
    if (ms === undefined) this.metrics.webhooks.behind.remove(labels);
    else this.metrics.webhooks.behind.set(labels, ms / 1_000);
  }

  delivered(webhook: Named, delivery: Delivery): void {
    const labels = labelsOf(webhook);
    this.metrics.webhooks.deliveries.inc({ ...labels, outcome: delivery.outcome });
    if (delivery.outcome === 'gone') {
      this.metrics.webhooks.disabled.set(labels, 1);
      if (this.#isChanged(webhook, 'disabled'))
        this.log.error(
          LINES,
          labels,
          'a receiver answered 410: its webhook is disabled until its entry changes',
        );
    } else if (delivery.outcome === 'failed') {
      const { reason } = delivery;
      if (this.#isChanged(webhook, 'failing'))
        this.log.warn(LINES, { ...labels, reason }, 'a webhook cannot be delivered; it is tried again');
    } else if (this.#isChanged(webhook, 'good')) this.log.info(LINES, labels, 'a webhook is delivered again');
  }

  unreadable(webhook: Named, cause: unknown): void {
    if (!this.#isChanged(webhook, 'unreadable')) return;
    const error = asToolError(cause);
    this.log.warn(
      LINES,
      { ...labelsOf(webhook), kind: error.kind, err: error },
      'the topics of a webhook cannot be read yet',
    );
  }

  defect(webhook: Named, error: unknown): void {
    if (this.#isChanged(webhook, 'defect'))
      this.log.error(
        LINES,
        { ...labelsOf(webhook), err: error },
        'a webhook failed by a defect; it begins again',
      );
  }

  end(webhook: Named): void {
    const labels = labelsOf(webhook);
    this.#states.delete(keyOf(webhook));
    this.metrics.webhooks.behind.remove(labels);
    this.metrics.webhooks.disabled.remove(labels);
  }

  #isChanged(webhook: Named, state: State): boolean {
    const before = this.#states.get(keyOf(webhook));
    this.#states.set(keyOf(webhook), state);
    return before !== state;
  }
}

const labelsOf = ({ network, name }: Named) => ({ network, webhook: name });
const keyOf = ({ network, name }: Named): string => `${network} ${name}`;
