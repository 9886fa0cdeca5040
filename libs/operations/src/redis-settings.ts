import { readFileSync } from 'node:fs';
import type { RedisServer } from '@app/redis';
import { MIN_SECRET_LENGTH, type SettingValues } from '@app/program';

/** The Redis of the settings. TLS files are read: their texts are here. */
export interface RedisSettings extends RedisServer {
  /** Every key begins with it. */
  readonly keyPrefix: string;
  /** Authenticates what replicas share; undefined: no answers are shared, and any program can make the other values. */
  readonly sharedSecret: string | undefined;
}

/** Undefined without a Redis. */
export function redisSettingsOf(values: SettingValues): RedisSettings | undefined {
  const topology = topologyOf(values);
  if (topology === undefined) return undefined;
  return {
    topology,
    username: values.REDIS_USERNAME,
    password: values.REDIS_PASSWORD ?? lineOf(values.REDIS_PASSWORD_FILE),
    tls: hasTls(values)
      ? {
          ca: contentOf(values.REDIS_TLS_CA_FILE),
          cert: contentOf(values.REDIS_TLS_CERT_FILE),
          key: contentOf(values.REDIS_TLS_KEY_FILE),
          servername: values.REDIS_TLS_SERVER_NAME,
        }
      : undefined,
    keyPrefix: values.REDIS_KEY_PREFIX,
    sharedSecret: values.REDIS_SHARED_SECRET ?? lineOf(values.REDIS_SHARED_SECRET_FILE),
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

/** The text of a file that an editor or `echo` may have ended with a line break. */
const lineOf = (file: string | undefined): string | undefined => contentOf(file)?.trimEnd();

const TLS_FILES = ['REDIS_TLS_CA_FILE', 'REDIS_TLS_CERT_FILE', 'REDIS_TLS_KEY_FILE'] as const;

const SECRETS = ['REDIS_PASSWORD', 'REDIS_SHARED_SECRET'] as const;
const FILES = [...TLS_FILES, 'REDIS_PASSWORD_FILE', 'REDIS_SHARED_SECRET_FILE'] as const;

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
  conflicts.push(...secretConflicts(values, named.length > 0));
  const unused = TLS_FILES.find((name) => values[name] !== undefined);
  if (unused !== undefined && !hasTls(values))
    conflicts.push(`${unused}: has no effect without TLS (for example REDIS_TLS=on)`);
  if ((values.REDIS_TLS_CERT_FILE === undefined) !== (values.REDIS_TLS_KEY_FILE === undefined))
    conflicts.push('REDIS_TLS_CERT_FILE and REDIS_TLS_KEY_FILE: set both or neither');
  return [...conflicts, ...FILES.flatMap((name) => unreadable(name, values[name]))];
}

function secretConflicts(values: SettingValues, hasRedis: boolean): string[] {
  const conflicts: string[] = [];
  for (const name of SECRETS)
    if (values[name] !== undefined && values[`${name}_FILE`] !== undefined)
      conflicts.push(`${name} and ${name}_FILE: only one of them may be set`);
  const { REDIS_URL, REDIS_SHARED_SECRET_FILE: file } = values;
  if (REDIS_URL !== undefined && new URL(REDIS_URL).password !== '')
    for (const name of ['REDIS_PASSWORD', 'REDIS_PASSWORD_FILE'] as const)
      if (values[name] !== undefined)
        conflicts.push(`${name}: REDIS_URL has a password as well; set one of them`);
  const reason = hasRedis ? needsSecret(values) : undefined;
  if (reason !== undefined && values.REDIS_SHARED_SECRET === undefined && file === undefined)
    conflicts.push(
      `REDIS_SHARED_SECRET: is not set; ${reason} (for example the output of openssl rand -hex 32)`,
    );
  if (unreadable('', file).length === 0 && (lineOf(file)?.length ?? MIN_SECRET_LENGTH) < MIN_SECRET_LENGTH)
    conflicts.push(`REDIS_SHARED_SECRET_FILE: has less than ${MIN_SECRET_LENGTH} characters`);
  return conflicts;
}

/** Why values in Redis have to be authenticated; undefined where they need not be. */
function needsSecret({ NODE_ENV, MIRROR_SHARED_CACHE_BYTES }: SettingValues): string | undefined {
  if (MIRROR_SHARED_CACHE_BYTES > 0) return 'MIRROR_SHARED_CACHE_BYTES shares answers of nodes only with it';
  if (NODE_ENV === 'production')
    return 'with NODE_ENV=production, heads and pushes of unknown outcome are shared only with it';
  return undefined;
}

function unreadable(name: string, file: string | undefined): string[] {
  try {
    contentOf(file);
    return [];
  } catch (error) {
    return [`${name}: ${(error as Error).message}`];
  }
}
