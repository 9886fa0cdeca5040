import { Metrics } from './metrics';

describe('metrics', () => {
  it('metrics include the event loop and the memory of the process once these are collected', async () => {
    const metrics = new Metrics();
    expect(await metrics.registry.metrics()).not.toMatch(/^(?:nodejs|process)_/m);
    metrics.collectProcess();
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it('metrics print each count with its labels', async () => {
    const metrics = new Metrics();
    metrics.rateLimitDecisions.inc({ bucket: 'read', decision: 'allowed', counter: 'redis' });
    const text = await metrics.registry.metrics();
    expect(text).toContain(
      'gateway_rate_limit_decisions_total{bucket="read",decision="allowed",counter="redis"} 1',
    );
  });

  it('metrics begin with 0 where an alert or a panel counts rare events', async () => {
    const text = await new Metrics().registry.metrics();
    for (const series of [
      'gateway_unexpected_errors_total{kind="rejection"} 0',
      'gateway_unexpected_errors_total{kind="exception"} 0',
      'gateway_log_lines_dropped_total{reason="rate"} 0',
      'gateway_log_lines_dropped_total{reason="stalled"} 0',
      'gateway_connections_ended_total{reason="total"} 0',
      'gateway_connections_ended_total{reason="address"} 0',
      'gateway_connections_ended_total{reason="slow reader"} 0',
      'gateway_connections_ended_total{reason="pipelined"} 0',
    ])
      expect(text).toContain(series);
  });

  it('metrics of two applications in one process do not mix', async () => {
    const [one, other] = [new Metrics(), new Metrics()];
    one.redisFailures.inc();
    expect(await one.registry.getSingleMetricAsString('gateway_redis_failures_total')).toContain(' 1');
    expect(await other.registry.getSingleMetricAsString('gateway_redis_failures_total')).toContain(' 0');
  });
});
