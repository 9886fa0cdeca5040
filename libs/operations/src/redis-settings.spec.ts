import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import type { SettingsError } from '@app/program';
import { loadSettings } from './settings';

const redisOf = (env: NodeJS.ProcessEnv) => loadSettings(env).redis;
const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadSettings(env);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
};

const fileOf = (content: string): string => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'redis-')), 'file');
  writeFileSync(file, content);
  return file;
};
const CERTIFICATE = fileOf(rootCertificates[0]!);
const KEY = fileOf(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);

const PRODUCTION = { NODE_ENV: 'production', NETWORKS_FILE: 'networks.yaml' };

describe('settings of Redis', () => {
  it('settings of Redis are undefined when no server is named', () => {
    expect(redisOf({ REDIS_PASSWORD: 'x', REDIS_TLS: 'on' })).toBeUndefined();
  });

  it('settings of Redis name Sentinels with the master they watch and credentials of their own', () => {
    const env = {
      REDIS_SENTINELS: 's-1:26379, [fd00::2]:26380',
      REDIS_SENTINEL_MASTER: 'gateway',
      REDIS_SENTINEL_PASSWORD: 'of the sentinels',
      REDIS_PASSWORD: 'of redis',
    };
    expect(redisOf(env)).toMatchObject({
      topology: {
        kind: 'sentinel',
        sentinels: [
          { host: 's-1', port: 26379 },
          { host: 'fd00::2', port: 26380 },
        ],
        master: 'gateway',
        password: 'of the sentinels',
      },
      password: 'of redis',
      tls: undefined,
    });
  });

  it('settings of Redis name nodes of a cluster, with TLS by the content of files', () => {
    const env = { REDIS_CLUSTER_NODES: 'r-1:6379', REDIS_TLS: 'on', REDIS_TLS_CA_FILE: CERTIFICATE };
    expect(redisOf(env)).toMatchObject({
      topology: { kind: 'cluster', nodes: [{ host: 'r-1', port: 6379 }] },
      tls: { ca: rootCertificates[0], servername: undefined },
    });
  });

  it('settings of Redis take password and secret from files, without the line break at their end', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'redis-'));
    const [password, secret] = ['password', 'secret'].map((name) => path.join(folder, name));
    writeFileSync(password!, 'of redis\n');
    writeFileSync(secret!, `${'s'.repeat(32)}\n`);
    const files = { REDIS_PASSWORD_FILE: password!, REDIS_SHARED_SECRET_FILE: secret! };
    expect(redisOf({ ...PRODUCTION, REDIS_URL: 'redis://r', ...files })).toMatchObject({
      password: 'of redis',
      sharedSecret: 's'.repeat(32),
    });
  });

  it('settings of Redis take a second secret beside the own one, as a text or from a file', () => {
    const [own, second] = ['o'.repeat(32), 's'.repeat(32)];
    const file = fileOf(`${second}\n`);
    const env = { REDIS_URL: 'redis://r', REDIS_SHARED_SECRET: own };
    for (const named of [{ REDIS_SHARED_SECRET_SECOND: second }, { REDIS_SHARED_SECRET_SECOND_FILE: file }])
      expect(redisOf({ ...env, ...named })).toMatchObject({ sharedSecret: { own, second } });
  });

  it.each([
    [{ REDIS_URL: 'redis://r', REDIS_SENTINELS: 's:1' }, /REDIS_URL and REDIS_SENTINELS: only one/],
    [{ REDIS_SENTINELS: 's:1', REDIS_CLUSTER_NODES: 'r:1' }, /only one of them may be set/],
    [
      { REDIS_URL: 'redis://:one@r', REDIS_PASSWORD: 'two' },
      /REDIS_PASSWORD: REDIS_URL has a password as well/,
    ],
    [
      { REDIS_URL: 'redis://r', REDIS_TLS_CA_FILE: CERTIFICATE },
      /REDIS_TLS_CA_FILE: has no effect without TLS/,
    ],
    [{ REDIS_URL: 'rediss://r', REDIS_TLS_CERT_FILE: CERTIFICATE }, /set both or neither/],
    [
      { REDIS_URL: 'rediss://r', REDIS_TLS_CA_FILE: '/dev/null' },
      /REDIS_TLS_CA_FILE: is no PEM file with a certificate \(/,
    ],
    [
      { REDIS_URL: 'rediss://r', REDIS_TLS_CERT_FILE: KEY, REDIS_TLS_KEY_FILE: KEY },
      /REDIS_TLS_CERT_FILE: is no PEM file with a certificate \(/,
    ],
    [
      { REDIS_URL: 'rediss://r', REDIS_TLS_CERT_FILE: CERTIFICATE, REDIS_TLS_KEY_FILE: CERTIFICATE },
      /REDIS_TLS_KEY_FILE: is no PEM file with a key without a passphrase \(/,
    ],
    [{ REDIS_URL: 'rediss://r', REDIS_TLS_CA_FILE: '/no/such' }, /REDIS_TLS_CA_FILE: ENOENT/],
    [
      { REDIS_URL: 'redis://r', MIRROR_SHARED_CACHE_BYTES: '65536' },
      /REDIS_SHARED_SECRET: is not set; MIRROR_SHARED_CACHE_BYTES/,
    ],
    [{ REDIS_URL: 'redis://r', REDIS_SHARED_SECRET: 'short' }, /REDIS_SHARED_SECRET: its value is not/],
    [
      { ...PRODUCTION, REDIS_URL: 'redis://r' },
      /REDIS_SHARED_SECRET: is not set; with NODE_ENV=production, .*openssl rand -hex 32/,
    ],
    [{ REDIS_URL: 'redis://r', REDIS_SHARED_SECRET_FILE: '/dev/null' }, /has less than 32 characters/],
    [
      { REDIS_URL: 'redis://r', REDIS_PASSWORD: 'one', REDIS_PASSWORD_FILE: '/dev/null' },
      /REDIS_PASSWORD and REDIS_PASSWORD_FILE: only one/,
    ],
    [
      { REDIS_URL: 'redis://:one@r', REDIS_PASSWORD_FILE: '/dev/null' },
      /REDIS_PASSWORD_FILE: REDIS_URL has a password as well/,
    ],
    [
      { REDIS_URL: 'redis://r', REDIS_SHARED_SECRET_SECOND: 's'.repeat(32) },
      /REDIS_SHARED_SECRET_SECOND: has no effect without REDIS_SHARED_SECRET/,
    ],
    [
      {
        ...{ REDIS_URL: 'redis://r', REDIS_SHARED_SECRET: 's'.repeat(32) },
        REDIS_SHARED_SECRET_SECOND_FILE: '/dev/null',
      },
      /REDIS_SHARED_SECRET_SECOND_FILE: has less than 32 characters/,
    ],
    [{ REDIS_URL: 'redis://r', REDIS_SHARED_SECRET_FILE: '/no/such' }, /REDIS_SHARED_SECRET_FILE: ENOENT/],
    [{ REDIS_SENTINELS: 's' }, /REDIS_SENTINELS: "s" is not a comma-separated list of host:port/],
    [{ REDIS_CLUSTER_NODES: 'r:70000' }, /REDIS_CLUSTER_NODES: "r:70000" is not/],
  ])('settings of Redis refuse %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
  });
});
