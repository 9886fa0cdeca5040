import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadSettings } from '@app/operations';
import Ajv2020 from 'ajv/dist/2020';
import { isDevchain, isGateway, readComposeFile, ROOT, withDefaults } from './compose-file';
import { readComposeNetworks } from './compose-networks';
import { loadDevchainSettings } from '../../apps/devchain/src/settings';

const file = readComposeFile();
const services = Object.entries(file.services);
const gateways = services.filter(([, service]) => isGateway(service));

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

  it.each(services.filter(([, service]) => !service.build))(
    'service %s has a health check',
    (_name, service) => {
      expect(service.healthcheck).toBeDefined();
    },
  );

  it.each(gateways)('service %s starts two replicas with valid settings', (_name, { environment, scale }) => {
    expect(scale).toBe(2);
    expect(() => loadSettings(withDefaults(environment))).not.toThrow();
  });

  it.each(gateways)(
    'service %s has more time to stop than its drain takes, and the drain more than a push',
    (_name, service) => {
      const { push, shutdown } = loadSettings(withDefaults(service.environment));
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

  it('docker-compose.yml starts no service of a real network unless it is named', () => {
    const byDefault = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    expect(byDefault).toEqual([
      'balancer',
      'gateway',
      'redis',
      'devchain-mainnet',
      'devchain-testnet',
      'history',
    ]);
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
