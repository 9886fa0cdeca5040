import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings } from '@app/operations';
import Ajv2020 from 'ajv/dist/2020';
import { Redis } from 'ioredis';
import { startRedis } from '../harness/process/redis';
import {
  type ComposeService,
  isDevchain,
  isGateway,
  readComposeFile,
  ROOT,
  withDefaults,
} from './compose-file';
import { readComposeNetworks } from './compose-networks';
import { loadDevchainSettings } from '../../apps/devchain/src/settings';

const file = readComposeFile();
const services = Object.entries(file.services);
const gateways = services.filter(([, service]) => isGateway(service));

const folder = mkdtempSync(path.join(tmpdir(), 'compose-'));
const MOUNT = '/run/redis-secrets';
const SCRIPT = path.join(ROOT, 'docker', 'compose', 'redis-secrets.sh');
const makeSecrets = (): void => {
  execFileSync('sh', [SCRIPT, folder]);
};
const secret = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** As `withDefaults`, with files of the volume in the folder of this spec. */
const withSecrets = (environment: ComposeService['environment']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(withDefaults(environment)).map(([name, value]) => [name, value.replace(MOUNT, folder)]),
  );

beforeAll(makeSecrets);
afterAll(() => rmSync(folder, { recursive: true }));

describe('the compose file', () => {
  it('docker-compose.yml matches the schema of the Compose specification', () => {
    const schema = readFileSync(path.join(ROOT, 'test/fixtures/compose/compose-spec.json'), 'utf8');
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    const validate = ajv.compile(JSON.parse(schema) as object);
    validate(file);
    expect(validate.errors).toBeNull();
    validate({ ...file, services: { gateway: { imagine: 'x' } } });
    expect(validate.errors).not.toBeNull();
  });

  it.each(services)('service %s runs without privileges on a read-only file system', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it.each(services)('the image of %s has a version', (_name, { image }) => {
    expect(image.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')).toMatch(/:\d+\.\d+[\w.-]*$/);
  });

  it.each(services.filter(([, { build, restart }]) => !build && restart !== 'no'))(
    'service %s has a health check',
    (_name, service) => {
      expect(service.healthcheck).toBeDefined();
    },
  );

  it.each(gateways)('service %s starts two replicas with valid settings', (_name, { environment, scale }) => {
    expect(scale).toBe(2);
    expect(() => loadSettings(withSecrets(environment))).not.toThrow();
  });

  it.each(gateways)(
    'service %s has more time to stop than its drain takes, and the drain more than a push',
    (_name, service) => {
      const { push, shutdown } = loadSettings(withSecrets(service.environment));
      const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]) * 1000;
      expect(graceMs).toBeGreaterThan(shutdown.delayMs + shutdown.drainMs);
      expect(shutdown.drainMs).toBeGreaterThan(push.budgetMs);
    },
  );

  it.each(gateways)('service %s trusts the addresses of its own network alone', (_name, { environment }) => {
    expect(environment?.TRUSTED_PROXIES).toBe(file.networks.gateway.ipam.config[0]?.subnet);
  });

  it.each(services.filter(([, service]) => isDevchain(service)))(
    'service %s starts with valid settings and is published on this machine only',
    (_name, { environment, ports }) => {
      const ofImage = { DEVCHAIN_HOST: '0.0.0.0', DEVCHAIN_ALLOW_REMOTE: 'true' };
      expect(() => loadDevchainSettings({ ...ofImage, ...withDefaults(environment) })).not.toThrow();
      expect(ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    },
  );

  it('redis-secrets.sh makes a password and a secret once, readable for the users of the services', () => {
    const names = ['redis-password', 'redis-shared-secret', 'redis.conf'];
    const made = names.map(secret);
    expect(made[0]).toMatch(/^[\da-f]{64}$/);
    expect(made[1]).toMatch(/^[\da-f]{64}$/);
    expect(made[1]).not.toBe(made[0]);
    makeSecrets();
    expect(names.map(secret)).toEqual(made);
    for (const name of names) expect(statSync(path.join(folder, name)).mode & 0o444).toBe(0o444);
  });

  it('Redis of docker-compose.yml asks for the password that the gateways have', async () => {
    const { command = [], depends_on, healthcheck, volumes } = file.services.redis!;
    expect(depends_on).toEqual({ 'redis-secrets': { condition: 'service_completed_successfully' } });
    expect(volumes).toEqual([`redis-secrets:${MOUNT}:ro`]);
    const [config, ...options] = command.slice(1);
    const server = await startRedis(undefined, options, config!.replace(MOUNT, folder));
    const client = new Redis(server.url, { retryStrategy: () => null }).on('error', () => undefined);
    await expect(client.get('any')).rejects.toThrow('NOAUTH');
    client.disconnect();
    for (const [, { environment }] of gateways) {
      const { password } = loadSettings(withSecrets(environment)).redis!;
      const allowed = new Redis(server.url, { password: password! });
      expect(await allowed.get('any')).toBeNull();
      allowed.disconnect();
    }
    await server.stop();
    expect(healthcheck?.test?.join(' ')).toContain(`cat ${MOUNT}/redis-password`);
  });

  it('docker-compose.yml starts no service of a real network unless it is named', () => {
    const byDefault = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    expect(byDefault).toEqual([
      'balancer',
      'gateway',
      'redis-secrets',
      'redis',
      'devchain-mainnet',
      'devchain-testnet',
      'history',
    ]);
  });

  it('docs/how-to/operate.md names every variable of docker-compose.yml and no other', () => {
    const page = readFileSync(path.join(ROOT, 'docs/how-to/operate.md'), 'utf8');
    const table = /## Docker Compose\n[^]*?\n(\| variable [^]*?)\n\n/.exec(page)![1]!;
    const names = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(
      ([, cell]) => cell!.match(/[A-Z][A-Z_]+/g) ?? [],
    );
    const text = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
    const used = new Set([...text.matchAll(/\$\{(\w+):-/g)].map(([, name]) => name));
    expect(names.sort()).toEqual([...used].sort());
  });

  it('docker-compose.yml mounts files that exist', () => {
    const mounted = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .map((volume) => volume.split(':')[0]!);
    const fixed = mounted.filter((source) => !source.startsWith('${') && !(source in file.volumes));
    expect(fixed.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
  });

  it('the networks of docker-compose.yml have services of the file as nodes', () => {
    const hosts = Object.values(readComposeNetworks()).flatMap(({ nodes }) =>
      nodes.map(({ url }) => new URL(url).hostname),
    );
    expect(hosts.filter((host) => !(host in file.services))).toEqual([]);
  });
});
