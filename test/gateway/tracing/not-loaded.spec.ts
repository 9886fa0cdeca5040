import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayProcess } from '../../harness/process/gateway-process';

/**
 * Prints, when the process ends, the number of files of OpenTelemetry that it has loaded. prom-client loads its
 * interface (`@opentelemetry/api`), which does nothing by itself.
 */
const REPORT = `process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api)|libs.tracing/.test(file));
  process.stderr.write('tracing files: ' + files.length + '\\n');
});`;

describe('the SDK of OpenTelemetry', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'not-loaded-'));
  const report = path.join(folder, 'report.cjs');
  beforeAll(() => writeFileSync(report, REPORT));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts a gateway, asks it once, and resolves to the number of files that it had loaded. */
  const filesLoaded = async (env: NodeJS.ProcessEnv): Promise<number> => {
    const gateway = GatewayProcess.start({ SHUTDOWN_DELAY_MS: '0', ...env }, ['--require', report]);
    expect((await fetch(`http://127.0.0.1:${await gateway.port()}/health`)).status).toBe(200);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended()).toBe(0);
    return Number(/tracing files: (\d+)/.exec(gateway.output)?.[1]);
  };

  it('the SDK of OpenTelemetry is not loaded without OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
    expect(await filesLoaded({})).toBe(0);
  });

  it('the SDK of OpenTelemetry is loaded with OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '100' };
    expect(await filesLoaded(env)).toBeGreaterThan(10);
  });
});
