import { readFileSync } from 'node:fs';
import type { RedisServer } from '@app/redis';
import type { SettingValues } from '@app/program';

/** The Redis of the settings. TLS files are read: their texts are here. */
export interface RedisSettings extends RedisServer {
  /** Every key begins with it. */
  readonly keyPrefix: string;
  /** Authenticates answers that replicas share; undefined: none are shared. */
  readonly sharedSecret: string | undefined;
}

/** Undefined without a Redis. */
export function redisSettingsOf(values: SettingValues): RedisSettings | undefined {
  const topology = topologyOf(values);
  if (topology === undefined) return undefined;
  return {
    topology,
    username: values.REDIS_USERNAME,
    password: values.REDIS_PASSWORD,
    tls: hasTls(values)
      ? {
          ca: contentOf(values.REDIS_TLS_CA_FILE),
          cert: contentOf(values.REDIS_TLS_CERT_FILE),
          key: contentOf(values.REDIS_TLS_KEY_FILE),
          servername: values.REDIS_TLS_SERVER_NAME,
        }
      : undefined,
    keyPrefix: values.REDIS_KEY_PREFIX,
    sharedSecret: values.REDIS_SHARED_SECRET,
    commandTimeoutMs: values.REDIS_COMMAND_TIMEOUT_MS,
    connectTimeoutMs: values.REDIS_CONNECT_TIMEOUT_MS,
  };
}

function topologyOf(values: SettingValues): RedisServer['topology'] | undefined {
  if (values.REDIS_URL !== undefined) return { kind: 'single', url: values.REDIS_URL };
  if (values.REDIS_CLUSTER_NODES.length > 0) return { kind: 'cluster', nodes: values.REDIS_CLUSTER_NODES };
  if (values.REDIS_SENTINELS.length === 0) return undefined;
  return {
    kind: 'sentinel',
    sentinels: values.REDIS_SENTINELS,
    master: values.REDIS_SENTINEL_MASTER,
    username: values.REDIS_SENTINEL_USERNAME,
    password: values.REDIS_SENTINEL_PASSWORD,
  };
}

const hasTls = ({ REDIS_TLS, REDIS_URL = '' }: SettingValues): boolean =>
  REDIS_TLS || /^rediss:/i.test(REDIS_URL);

const contentOf = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileSync(file, 'utf8');

const TLS_FILES = ['REDIS_TLS_CA_FILE', 'REDIS_TLS_CERT_FILE', 'REDIS_TLS_KEY_FILE'] as const;

/** Rules between the settings of Redis. */
export function redisConflicts(values: SettingValues): string[] {
  const { REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER_NODES } = values;
  const named = [
    ...(REDIS_URL === undefined ? [] : ['REDIS_URL']),
    ...(REDIS_SENTINELS.length === 0 ? [] : ['REDIS_SENTINELS']),
    ...(REDIS_CLUSTER_NODES.length === 0 ? [] : ['REDIS_CLUSTER_NODES']),
  ];
  const conflicts: string[] = [];
  if (named.length > 1) conflicts.push(`${named.join(' and ')}: only one of them may be set`);
  if (values.REDIS_PASSWORD !== undefined && REDIS_URL !== undefined && new URL(REDIS_URL).password !== '')
    conflicts.push('REDIS_PASSWORD: REDIS_URL has a password as well; set one of them');
  if (named.length > 0 && values.MIRROR_SHARED_CACHE_BYTES > 0 && values.REDIS_SHARED_SECRET === undefined)
    conflicts.push(
      'REDIS_SHARED_SECRET: is not set; MIRROR_SHARED_CACHE_BYTES shares answers of nodes only with it (for example the output of openssl rand -hex 32)',
    );
  const unused = TLS_FILES.find((name) => values[name] !== undefined);
  if (unused !== undefined && !hasTls(values))
    conflicts.push(`${unused}: has no effect without TLS (for example REDIS_TLS=on)`);
  if ((values.REDIS_TLS_CERT_FILE === undefined) !== (values.REDIS_TLS_KEY_FILE === undefined))
    conflicts.push('REDIS_TLS_CERT_FILE and REDIS_TLS_KEY_FILE: set both or neither');
  return [...conflicts, ...TLS_FILES.flatMap((name) => unreadable(name, values[name]))];
}

function unreadable(name: string, file: string | undefined): string[] {
  try {
    contentOf(file);
    return [];
  } catch (error) {
    return [`${name}: ${(error as Error).message}`];
  }
}
