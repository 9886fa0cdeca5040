import type { MetricKinds } from './metric-kinds';

/** Streams of actions and deltas that the gateway passes on. */
export const streamMetrics = (kinds: MetricKinds) => ({
  /** Streams that are open; `transport` is `websocket`, or `polling` while a request waits for an event. */
  open: kinds.gauge('gateway_streams', 'Open streams', ['network', 'transport']),

  /** Ends of streams and refused ones, by `reason`: see docs/reference/node-api.md "Streams". */
  ended: kinds.counter('gateway_streams_ended_total', 'Streams that ended or were refused, by reason', [
    'network',
    'reason',
  ]),

  /** Bytes of websocket streams; `direction` is `in` (from clients) or `out`. */
  bytes: kinds.counter('gateway_stream_bytes_total', 'Bytes of websocket streams', ['network', 'direction']),
});
