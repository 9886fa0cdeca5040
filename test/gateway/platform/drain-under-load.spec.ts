import path from 'node:path';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { until } from '../../harness/until';
import { halfRequest } from './support/half-request';
import { type Outcome, ToolLoad } from './support/tool-load';

const HOOK = ['--require', path.join(__dirname, 'support', 'accepted-connections.cjs')];
/** Of each kind. */
const CLIENTS = 16;
/** Answers on connections of each kind before the signal. */
const STOP_AFTER = 150;

describe.each([
  ['SIGTERM', 500],
  ['SIGINT', 0],
  ['SIGHUP', 0],
] as const)('the gateway that drains under load after %s, with a delay of %d ms', (signal, delayMs) => {
  let outcomes: Readonly<Record<'fresh' | 'kept', readonly Outcome[]>>;
  /** Client ports of the connections that the gateway accepted. */
  let accepted: ReadonlySet<number>;
  let answerInFlight: string;
  let exitCode: number | string | null;

  beforeAll(async () => {
    const env = { SHUTDOWN_DELAY_MS: String(delayMs), RATE_LIMIT_READ: '1000000' };
    const gateway = GatewayProcess.start(env, HOOK);
    const port = await gateway.port();
    const loads = { fresh: new ToolLoad(port, CLIENTS, false), kept: new ToolLoad(port, CLIENTS, true) };
    await until(() => Object.values(loads).every((load) => load.outcomes.length >= STOP_AFTER));
    const inFlight = await halfRequest(port);
    gateway.child.kill(signal);
    await Promise.all([loads.fresh.ended, loads.kept.ended]);
    gateway.child.kill('SIGTERM');
    gateway.child.kill('SIGHUP');
    answerInFlight = await inFlight.finish();
    exitCode = await gateway.ended();
    outcomes = { fresh: loads.fresh.outcomes, kept: loads.kept.outcomes };
    const ports = /^accepted (.*)$/m
      .exec(gateway.output)![1]!
      .split(' ')
      .map((pair) => pair.split(':'));
    accepted = new Set(ports.filter(([own]) => own === String(port)).map(([, client]) => Number(client)));
  });

  it.each(['fresh', 'kept'] as const)(
    'the gateway answers every request on %s connections that it accepted',
    (kind) => {
      const lost = outcomes[kind].filter(
        ({ localPort, status }) => status === undefined && accepted.has(localPort ?? 0),
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
