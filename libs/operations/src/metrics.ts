import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { MetricKinds } from './metric-kinds';
import { streamMetrics } from './stream-metrics';
import { webhookMetrics } from './webhook-metrics';

/**
 * Everything this process counts, in one registry of its own (two applications in one test process do
 * not meet). Labels are bounded: routes are templates, never paths; nodes are hosts, never URLs.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #kinds = new MetricKinds(this.registry);

  /** Answers sent, by route template ("other" when there is none), method and status. */
  readonly httpRequests = this.#kinds.counter('gateway_http_requests_total', 'Answered requests', [
    'route',
    'method',
    'status',
  ]);

  /** Answers with a status from 500 on, except refusals of nodes (nodeos answers 500) and 501 for what no gateway has. */
  readonly httpFailures = this.#kinds.counter(
    'gateway_http_failures_total',
    'Requests that failed for reasons of the service',
    [],
  );

  readonly httpSeconds = this.#kinds.seconds(
    'gateway_http_request_seconds',
    'Time from the request head to the answer, by route',
    ['route'],
  );

  /** Calls of a tool by surface (`rest` or `mcp`); the outcome is `ok` or the code of the error table. */
  readonly toolCalls = this.#kinds.counter('gateway_tool_calls_total', 'Tool calls', [
    'tool',
    'surface',
    'outcome',
  ]);

  /** Requests with X-Forwarded-For of a peer that TRUSTED_PROXIES does not name: its clients count as one address. */
  readonly untrustedForwarded = this.#kinds.counter(
    'gateway_untrusted_forwarded_requests_total',
    'Requests with X-Forwarded-For of a peer that TRUSTED_PROXIES does not name',
    [],
  );

  readonly rateLimitDecisions = this.#kinds.counter(
    'gateway_rate_limit_decisions_total',
    'Counted requests, by bucket and decision; counter says who counted (redis, memory, or blocked: known without asking)',
    ['bucket', 'decision', 'counter'],
  );

  /** By use (`rate-limit`, `push`, `heads`, `answers`): 1 while it is shared through Redis, 0 while this replica is on its own; absent without Redis. */
  readonly redisUp = this.#kinds.gauge(
    'gateway_redis_up',
    'Whether rate-limit counts and unknown pushes are shared through Redis, by use',
    ['use'],
  );

  readonly redisFailures = this.#kinds.counter(
    'gateway_redis_failures_total',
    'Counts that had to be made locally because Redis failed at that moment',
    [],
  );

  /** By use as above: values in Redis that no replica made, which are as if they were not there. */
  readonly redisForged = this.#kinds.counter(
    'gateway_redis_forged_values_total',
    'Values in Redis that are not authentic, or of no form that replicas write, by use',
    ['use'],
  );

  /** Requests to nodes; the outcome is `ok`, `refused` (the node's own error body) or `failed` (infrastructure). */
  readonly upstreamRequests = this.#kinds.counter(
    'gateway_upstream_requests_total',
    'Requests sent to nodes',
    ['network', 'node', 'route', 'outcome'],
  );

  readonly upstreamSeconds = this.#kinds.seconds(
    'gateway_upstream_request_seconds',
    'Time a node took to answer',
    ['network', 'node'],
  );

  /** 1 while a node is out of service because an operator says so; `gateway_node_fit` says nothing of it then. */
  readonly nodeCordoned = this.#kinds.gauge(
    'gateway_node_cordoned',
    'Whether a node is out of service because an operator says so',
    ['network', 'node'],
  );

  /** 1 while a node may serve: right chain and fork, current head, answers its polls. */
  readonly nodeFit = this.#kinds.gauge(
    'gateway_node_fit',
    'Whether a node is used: on the right chain and fork, current, answering',
    ['network', 'node'],
  );

  /** Fit nodes that have a capability (`chain`, `history`, ...); absent while no node is known to have it. */
  readonly usableNodes = new Gauge({
    name: 'gateway_usable_nodes',
    help: 'Nodes that are used for a capability',
    labelNames: ['network', 'capability'] as const,
    registers: [this.registry],
  });

  /** Seconds that the newest known block of a node is behind the clock of the gateway. */
  readonly nodeHeadAge = this.#kinds.gauge(
    'gateway_node_head_age_seconds',
    'Age of the head of a node by the clock of the gateway',
    ['network', 'node'],
  );

  /** As the node reports it, whether it is believed or not: what contradicts the other nodes shows here. */
  readonly nodeHeadBlock = this.#kinds.gauge(
    'gateway_node_head_block',
    'Number of the head of a node, as it reports it',
    ['network', 'node'],
  );

  readonly nodeIrreversibleBlock = this.#kinds.gauge(
    'gateway_node_irreversible_block',
    'Number of the last irreversible block of a node, as it reports it',
    ['network', 'node'],
  );

  readonly nodeCircuitOpen = this.#kinds.gauge(
    'gateway_node_circuit_open',
    'Whether the circuit breaker of a node is not closed: it gets no or few requests',
    ['network', 'node'],
  );

  /**
   * Answers that were compared with those of other nodes; `differed`: two others contradict the node at its head, or it
   * and another one differ without a majority. `unavailable`: it could not answer.
   */
  readonly nodeComparisons = this.#kinds.counter(
    'gateway_node_comparisons_total',
    'Answers of a node that were compared with those of other nodes, by result (agreed, differed, unavailable)',
    ['network', 'node', 'result'],
  );

  /** Transactions by outcome: `executed`, `already_executed`, `pending`, `unknown`, `refused` (by the chain), `unavailable`. */
  readonly pushes = this.#kinds.counter(
    'gateway_pushes_total',
    'Transactions sent to the chain, by outcome',
    ['network', 'outcome'],
  );

  /** By `source`: actions of the prompt `explain_proposal`, or of `history` (as the history node reports it). */
  readonly undecodedData = this.#kinds.counter(
    'gateway_undecoded_data_total',
    'Data of actions that could not be decoded and was shown in hex',
    ['network', 'source'],
  );

  /** From the first byte to the look that showed the transaction in a block. */
  readonly pushInclusionSeconds = this.#kinds.seconds(
    'gateway_push_inclusion_seconds',
    'Time from the start of a push until the transaction was seen in a block',
    ['network'],
  );

  /**
   * By `event`: `confirmed` (in an irreversible block), `expired` (cannot be executed any more), `dropped` (too many
   * were watched); meanwhile `vanished` (once for each), `resent`, `taken_over` (from a replica that stopped).
   */
  readonly watchedPushes = this.#kinds.counter(
    'gateway_watched_pushes_total',
    'Events of pushed transactions that are watched until they are irreversible or expired',
    ['network', 'event'],
  );

  /** Answers of the node API that may be kept, by source: `hit`, `miss` or `coalesced`. */
  readonly mirrorAnswers = this.#kinds.counter(
    'gateway_mirror_answers_total',
    'Cacheable answers of the node API, by source',
    ['source'],
  );

  /** Answers of tools that serve equal calls, by source: `kept` or `made`. */
  readonly toolAnswers = this.#kinds.counter(
    'gateway_tool_answers_total',
    'Answers of read tools that serve equal calls while their reads hold, by source',
    ['source'],
  );

  /** Reloads of the networks file that were not without a change, by outcome: `applied` or `refused`. */
  readonly reloads = this.#kinds.counter(
    'gateway_reloads_total',
    'Reloads of the networks file, by outcome',
    ['outcome'],
  );

  /** 1 while the networks file as it is now is not used: it has a problem, or a change that needs a restart. */
  readonly reloadRefused = this.#kinds.gauge(
    'gateway_reload_refused',
    'Whether the networks file as it is now is refused, and an older configuration is in use',
    [],
  );

  /** 1 while the nodes of a name cannot be looked up; those that it had stay in use. */
  readonly discoveryFailed = this.#kinds.gauge(
    'gateway_discovery_failed',
    'Whether the name of nodes could not be looked up at the last try',
    ['network', 'node'],
  );

  /** 1, with the build as labels. */
  readonly buildInfo = this.#kinds.gauge(
    'gateway_build_info',
    'Version and commit of this build, and version of Node',
    ['version', 'commit', 'node'],
  );

  /** Second requests beside late ones. */
  readonly upstreamHedges = this.#kinds.counter(
    'gateway_upstream_hedges_total',
    'Requests sent to a second node because the first one was late',
    ['network'],
  );

  readonly streams = streamMetrics(this.#kinds);

  readonly eventStreams = this.#kinds.gauge('gateway_event_streams', 'Open streams of events', ['network']);

  /** By `reason`: `client`, `slow_reader`, `limit`, `reconfigured` or `shutdown`. */
  readonly eventStreamsEnded = this.#kinds.counter(
    'gateway_event_streams_ended_total',
    'Streams of events that ended, by reason',
    ['network', 'reason'],
  );

  /** By `event`: see docs/how-to/events.md. */
  readonly eventsSent = this.#kinds.counter('gateway_events_sent_total', 'Events sent to clients, by event', [
    'network',
    'event',
  ]);

  readonly webhooks = webhookMetrics(this.#kinds);

  /** Errors that reached the process itself: each is a defect. `kind` is `rejection` or `exception`. */
  readonly unexpectedErrors = this.#kinds.counter(
    'gateway_unexpected_errors_total',
    'Errors that no code handled: promise rejections (logged) and exceptions (the process drains and ends)',
    ['kind'],
  );

  /** Log lines not written: too many of their kind (`rate`), or the output is not read (`stalled`). */
  readonly logLinesDropped = this.#kinds.counter(
    'gateway_log_lines_dropped_total',
    'Log lines that were not written, by reason (rate or stalled)',
    ['reason'],
  );

  /** Connections refused or ended by a bound: `total`, `address`, `slow reader` or `pipelined`. */
  readonly connectionsEnded = this.#kinds.counter(
    'gateway_connections_ended_total',
    'Connections that a bound refused or ended',
    ['reason'],
  );

  constructor() {
    // Prometheus sees no increase in a counter that begins with 1: series with known labels begin with 0.
    for (const kind of ['rejection', 'exception']) this.unexpectedErrors.inc({ kind }, 0);
    for (const reason of ['rate', 'stalled']) this.logLinesDropped.inc({ reason }, 0);
    for (const reason of ['total', 'address', 'slow reader', 'pipelined'])
      this.connectionsEnded.inc({ reason }, 0);
  }

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
