import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'redis-')), 'ca.pem');
    writeFileSync(file, 'the authority');
    const env = { REDIS_CLUSTER_NODES: 'r-1:6379', REDIS_TLS: 'on', REDIS_TLS_CA_FILE: file };
    expect(redisOf(env)).toMatchObject({
      topology: { kind: 'cluster', nodes: [{ host: 'r-1', port: 6379 }] },
      tls: { ca: 'the authority', servername: undefined },
    });
  });

  it.each([
    [{ REDIS_URL: 'redis://r', REDIS_SENTINELS: 's:1' }, /REDIS_URL and REDIS_SENTINELS: only one/],
    [{ REDIS_SENTINELS: 's:1', REDIS_CLUSTER_NODES: 'r:1' }, /only one of them may be set/],
    [
      { REDIS_URL: 'redis://:one@r', REDIS_PASSWORD: 'two' },
      /REDIS_PASSWORD: REDIS_URL has a password as well/,
    ],
    [
      { REDIS_URL: 'redis://r', REDIS_TLS_CA_FILE: '/dev/null' },
      /REDIS_TLS_CA_FILE: has no effect without TLS/,
    ],
    [{ REDIS_URL: 'rediss://r', REDIS_TLS_CERT_FILE: '/dev/null' }, /set both or neither/],
    [{ REDIS_URL: 'rediss://r', REDIS_TLS_CA_FILE: '/no/such' }, /REDIS_TLS_CA_FILE: ENOENT/],
    [
      { REDIS_URL: 'redis://r', MIRROR_SHARED_CACHE_BYTES: '65536' },
      /REDIS_SHARED_SECRET: is not set; MIRROR_SHARED_CACHE_BYTES/,
    ],
    [{ REDIS_URL: 'redis://r', REDIS_SHARED_SECRET: 'short' }, /REDIS_SHARED_SECRET: its value is not/],
    [{ REDIS_SENTINELS: 's' }, /REDIS_SENTINELS: "s" is not a comma-separated list of host:port/],
    [{ REDIS_CLUSTER_NODES: 'r:70000' }, /REDIS_CLUSTER_NODES: "r:70000" is not/],
  ])('settings of Redis refuse %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
  });
});
