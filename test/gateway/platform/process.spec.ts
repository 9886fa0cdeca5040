import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { GatewayProcess } from '../../harness/process/gateway-process';
import { PRINTS_FLAGS } from '../../harness/process/prints-flags';
import { modulesIn, PRINTS_MODULES } from '../../harness/process/prints-modules';
import { until } from '../../harness/until';
import { halfRequest } from './support/half-request';

/** Packages of OpenTelemetry and our tracing. prom-client loads its interface, which does nothing by itself. */
const tracingModules = (output: string) =>
  modulesIn(output).filter((name) => /^@opentelemetry.(?!api$)|^libs.tracing.src/.test(name));

describe('a gateway process', () => {
  let gateway: GatewayProcess;
  let metrics: string;
  let exitCode: number | string | null;

  beforeAll(async () => {
    const env = { RATELIMIT_READ: '5', LOG_LEVEL: 'warn', SHUTDOWN_DELAY_MS: '600000' };
    gateway = await GatewayProcess.startManaged(env, ['--import', PRINTS_FLAGS, '--import', PRINTS_MODULES]);
    const port = await gateway.port();
    const managementUrl = `http://127.0.0.1:${gateway.managementPort}`;
    metrics = await (await fetch(`${managementUrl}/metrics`)).text();
    const inFlight = await halfRequest(port);
    // Signals of one kind that wait are one: the second is sent when the first has had its effect.
    gateway.child.kill('SIGINT');
    await until(async () => (await fetch(`${managementUrl}/readyz`)).status === 503);
    gateway.child.kill('SIGINT');
    exitCode = await gateway.ended();
    inFlight.destroy();
  });
  afterAll(() => gateway.kill());

  it('a gateway process warns of a misspelt setting and starts', () => {
    expect(gateway.output).toMatch(/"unknown setting RATELIMIT_READ; did you mean RATE_LIMIT_READ\?"/);
  });

  it('a gateway process counts buffers and heap together from before the first request on', () => {
    expect(gateway.output).toMatch(
      /V8 flags: --external-memory-accounted-in-global-limit\n[^]*listening on http/,
    );
  });

  it('a gateway process exports its memory and the delay of its event loop', () => {
    expect(metrics).toMatch(/^process_resident_memory_bytes \d/m);
    expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('a gateway process does not load the SDK of OpenTelemetry without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
    expect(modulesIn(gateway.output)).toEqual(
      expect.arrayContaining(['@nestjs/core', 'apps/gateway/src/run-gateway.js']),
    );
    expect(tracingModules(gateway.output)).toEqual([]);
  });

  it('a gateway process ends at once with 130 at a second SIGINT, with a request in flight', () => {
    expect(exitCode).toBe(130);
  });
});

describe('a gateway process that cannot start', () => {
  const outputOf = async (env: NodeJS.ProcessEnv, nodeArguments: string[] = []): Promise<string> => {
    const gateway = GatewayProcess.start(env, nodeArguments);
    expect(await gateway.ended()).toBe(1);
    return gateway.output;
  };

  it('a gateway process that cannot start names PORT when its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    expect(await outputOf({ PORT: String(port), LOG_LEVEL: 'error' })).toBe(
      `The gateway cannot start.\nPORT: port ${port} on 127.0.0.1 is taken: set PORT to a free one (PORT=0 picks one)\n`,
    );
    holder.close();
  });

  it('a gateway process that cannot start reports every invalid setting', async () => {
    expect(await outputOf({ PORT: 'http', LOG_LEVEL: 'loud' })).toMatch(
      /^The gateway cannot start\.\nPORT: "http" is not [^\n]+\(for example PORT=3000\)\nLOG_LEVEL: "loud" is not [^\n]+\n$/,
    );
  });

  it('a gateway process that cannot start prints no stack trace when the networks file is a folder', async () => {
    expect(await outputOf({ NETWORKS_FILE: '/etc', LOG_LEVEL: 'info' })).toBe(
      'The gateway cannot start.\n/etc: cannot be read (EISDIR)\n',
    );
  });

  describe('with an exporter of traces and without its networks file', () => {
    let output: string;
    beforeAll(async () => {
      const exporter = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
      output = await outputOf({ ...exporter, NETWORKS_FILE: '/nowhere/networks.yaml' }, [
        '--import',
        PRINTS_MODULES,
      ]);
    });

    it('a gateway process that cannot start names the networks file when it cannot be read', () => {
      expect(output).toMatch(
        /^The gateway cannot start\.\n\/nowhere\/networks\.yaml: cannot be read [^\n]+\n/,
      );
    });

    it('a gateway process loads the SDK of OpenTelemetry with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
      expect(tracingModules(output)).toEqual(
        expect.arrayContaining(['@opentelemetry/sdk-trace', 'libs/tracing/src/otlp-tracing.js']),
      );
    });
  });
});
