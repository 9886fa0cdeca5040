import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Everything this process counts, in one registry of its own (two applications in one test process do
 * not meet). Labels are bounded: routes are templates, never paths; nodes are hosts, never URLs.
 */
export class Metrics {
  readonly registry = new Registry();

  /** Answers sent, by route template ("other" when there is none), method and status. */
  readonly httpRequests = new Counter({
    name: 'gateway_http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [this.registry],
  });

  readonly httpSeconds = new Histogram({
    name: 'gateway_http_request_seconds',
    help: 'Time from the request head to the answer, by route',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  /** Calls of a tool by surface (`rest` or `mcp`); the outcome is `ok` or the code of the error table. */
  readonly toolCalls = new Counter({
    name: 'gateway_tool_calls_total',
    help: 'Tool calls',
    labelNames: ['tool', 'surface', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly rateLimitDecisions = new Counter({
    name: 'gateway_rate_limit_decisions_total',
    help: 'Counted requests, by bucket and decision; counter says who counted (redis, memory, or blocked: known without asking)',
    labelNames: ['bucket', 'decision', 'counter'] as const,
    registers: [this.registry],
  });

  /** By use (`rate-limit`, `push`, `heads`, `answers`): 1 while it is shared through Redis, 0 while this replica is on its own; absent without Redis. */
  readonly redisUp = new Gauge({
    name: 'gateway_redis_up',
    help: 'Whether rate-limit counts and unknown pushes are shared through Redis, by use',
    registers: [this.registry],
    labelNames: ['use'] as const,
  });

  readonly redisFailures = new Counter({
    name: 'gateway_redis_failures_total',
    help: 'Counts that had to be made locally because Redis failed at that moment',
    registers: [this.registry],
  });

  /** Requests to nodes; the outcome is `ok`, `refused` (the node's own error body) or `failed` (infrastructure). */
  readonly upstreamRequests = new Counter({
    name: 'gateway_upstream_requests_total',
    help: 'Requests sent to nodes',
    labelNames: ['network', 'node', 'route', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly upstreamSeconds = new Histogram({
    name: 'gateway_upstream_request_seconds',
    help: 'Time a node took to answer',
    labelNames: ['network', 'node'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  /** 1 while a node may serve: right chain and fork, current head, answers its polls. */
  readonly nodeFit = new Gauge({
    name: 'gateway_node_fit',
    help: 'Whether a node is used: on the right chain and fork, current, answering',
    labelNames: ['network', 'node'] as const,
    registers: [this.registry],
  });

  /** Seconds that the newest known block of a node is behind the clock of the gateway. */
  readonly nodeHeadAge = new Gauge({
    name: 'gateway_node_head_age_seconds',
    help: 'Age of the head of a node by the clock of the gateway',
    labelNames: ['network', 'node'] as const,
    registers: [this.registry],
  });

  readonly nodeCircuitOpen = new Gauge({
    name: 'gateway_node_circuit_open',
    help: 'Whether the circuit breaker of a node is not closed: it gets no or few requests',
    labelNames: ['network', 'node'] as const,
    registers: [this.registry],
  });

  /** Transactions by outcome: `executed`, `already_executed`, `unknown`, `refused` (by the chain), `unavailable`. */
  readonly pushes = new Counter({
    name: 'gateway_pushes_total',
    help: 'Transactions sent to the chain, by outcome',
    labelNames: ['network', 'outcome'] as const,
    registers: [this.registry],
  });

  /** Answers of the node API that may be kept, by source: `hit`, `miss` or `coalesced`. */
  readonly mirrorAnswers = new Counter({
    name: 'gateway_mirror_answers_total',
    help: 'Cacheable answers of the node API, by source',
    labelNames: ['source'] as const,
    registers: [this.registry],
  });

  /** 1, with the build as labels. */
  readonly buildInfo = new Gauge({
    name: 'gateway_build_info',
    help: 'Version and commit of this build, and version of Node',
    labelNames: ['version', 'commit', 'node'] as const,
    registers: [this.registry],
  });

  /** Second requests beside late ones. */
  readonly upstreamHedges = new Counter({
    name: 'gateway_upstream_hedges_total',
    help: 'Requests sent to a second node because the first one was late',
    labelNames: ['network'] as const,
    registers: [this.registry],
  });

  /** Streams that are open; `transport` is `websocket`, or `polling` while a request waits for an event. */
  readonly streams = new Gauge({
    name: 'gateway_streams',
    help: 'Open streams',
    labelNames: ['network', 'transport'] as const,
    registers: [this.registry],
  });

  /** Ends of streams and refused ones, by `reason`: see docs/node-api.md "Streams". */
  readonly streamsEnded = new Counter({
    name: 'gateway_streams_ended_total',
    help: 'Streams that ended or were refused, by reason',
    labelNames: ['network', 'reason'] as const,
    registers: [this.registry],
  });

  /** Bytes of websocket streams; `direction` is `in` (from clients) or `out`. */
  readonly streamBytes = new Counter({
    name: 'gateway_stream_bytes_total',
    help: 'Bytes of websocket streams',
    labelNames: ['network', 'direction'] as const,
    registers: [this.registry],
  });

  /** Errors that reached the process itself: each is a defect. `kind` is `rejection` or `exception`. */
  readonly unexpectedErrors = new Counter({
    name: 'gateway_unexpected_errors_total',
    help: 'Errors that no code handled: promise rejections (logged) and exceptions (the process drains and ends)',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  /** Log lines not written: too many of their kind (`rate`), or the output is not read (`stalled`). */
  readonly logLinesDropped = new Counter({
    name: 'gateway_log_lines_dropped_total',
    help: 'Log lines that were not written, by reason (rate or stalled)',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  /** Connections refused or ended by a bound: `total`, `address` or `slow reader`. */
  readonly connectionsEnded = new Counter({
    name: 'gateway_connections_ended_total',
    help: 'Connections that a bound refused or ended',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  /** Registers a value that is read when the metrics are. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /**
   * Adds CPU, memory, event loop and garbage collection of the process, for an entry point. prom-client has no way to
   * end its observers: they run, and hold their surroundings in memory, until the process ends.
   */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
