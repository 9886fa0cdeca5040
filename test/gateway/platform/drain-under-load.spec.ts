import path from 'node:path';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { until } from '../../harness/until';
import { halfRequest } from './support/half-request';
import { type TimedOutcome, ToolLoad } from './support/tool-load';

const HOOK = ['--require', path.join(__dirname, 'support', 'accepted-connections.cjs')];
/** Of each kind. */
const CLIENTS = 16;
/** Answers on connections of each kind before the signal. */
const STOP_AFTER = 150;
/** The gateway that drains closes a connection on which nothing arrives for so long: a client may be as slow. */
const QUIET_MS = 500;
/** The request in flight gets its second half once the load has ended, which takes a busy machine longer than the defaults. */
const PATIENT = { REQUEST_TIMEOUT_MS: '600000', SHUTDOWN_DRAIN_MS: '600000' };
const TRACES_TO_NOWHERE = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  OTEL_EXPORTER_OTLP_TIMEOUT: '100',
};

describe.each([
  ['SIGTERM', 'a delay of 500 ms', { SHUTDOWN_DELAY_MS: '500' }],
  ['SIGINT', 'no delay', { SHUTDOWN_DELAY_MS: '0' }],
  ['SIGHUP', 'no receiver of its traces', { SHUTDOWN_DELAY_MS: '0', ...TRACES_TO_NOWHERE }],
] as const)('the gateway that drains under load after %s, with %s', (signal, _condition, settings) => {
  let gateway: GatewayProcess | undefined;
  let loads: Readonly<Record<'fresh' | 'kept', ToolLoad>> | undefined;
  let outcomes: Readonly<Record<'fresh' | 'kept', readonly TimedOutcome[]>>;
  /** Client ports of the connections that the gateway accepted, with the system's clock at the last one of each. */
  let acceptedMs: ReadonlyMap<number, number>;
  let answerInFlight: string;
  let exitCode: number | string | null;

  beforeAll(async () => {
    gateway = GatewayProcess.start({ ...settings, ...PATIENT, RATE_LIMIT_READ: '1000000' }, HOOK);
    const port = await gateway.port();
    const { fresh, kept } = (loads = {
      fresh: new ToolLoad(port, CLIENTS, false),
      kept: new ToolLoad(port, CLIENTS, true),
    });
    await until(() => [fresh, kept].every((load) => load.outcomes.length >= STOP_AFTER));
    const inFlight = await halfRequest(port);
    gateway.child.kill(signal);
    await Promise.all([fresh.ended, kept.ended]);
    gateway.child.kill('SIGTERM');
    gateway.child.kill('SIGHUP');
    answerInFlight = await inFlight.finish();
    exitCode = await gateway.ended();
    outcomes = { fresh: fresh.outcomes, kept: kept.outcomes };
    const accepted = /^accepted (.*)$/m
      .exec(gateway.output)![1]!
      .split(' ')
      .map((connection) => connection.split(':').map(Number) as [number, number, number]);
    acceptedMs = new Map(accepted.filter(([own]) => own === port).map(([, client, ms]) => [client, ms]));
  });
  /** The clients end with the port. */
  afterAll(async () => {
    await gateway?.kill();
    await Promise.all([loads?.fresh.ended, loads?.kept.ended]);
  });

  it.each(['fresh', 'kept'] as const)(
    'the gateway answers every request on %s connections that it accepted',
    (kind) => {
      const lost = outcomes[kind].filter(
        ({ localPort, openedMs, status, sincePreviousMs }) =>
          status === undefined &&
          (acceptedMs.get(localPort ?? 0) ?? 0) >= openedMs &&
          sincePreviousMs < QUIET_MS,
      );
      expect(lost).toEqual([]);
      const answered = outcomes[kind].filter(({ status }) => status === 400);
      expect(answered.length).toBeGreaterThanOrEqual(STOP_AFTER);
    },
  );

  it('the gateway finishes a request in flight, further signals included, and ends with 0', () => {
    expect(answerInFlight).toMatch(/^HTTP\/1\.1 400 [^]*"error":/);
    expect(exitCode).toBe(0);
  });
});
