import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RedisServer, SharedSecret } from '@app/redis';
import { GATEWAY_SETTINGS, MIN_SECRET_LENGTH, type SettingValues } from '@app/program';

type RedisValues = SettingValues['redis'];

/** The Redis of the settings. TLS files are read: their texts are here. */
export interface RedisSettings extends RedisServer {
  /** Every key begins with it. */
  readonly keyPrefix: string;
  /** Authenticates what replicas share; undefined: no answers are shared, and any program can make the other values. */
  readonly sharedSecret: SharedSecret | undefined;
}

/** Undefined without a Redis. */
export function redisSettingsOf(values: RedisValues): RedisSettings | undefined {
  const topology = topologyOf(values);
  if (topology === undefined) return undefined;
  const { username, keyPrefix, commandTimeoutMs, connectTimeoutMs } = values;
  return {
    topology,
    username,
    password: values.password ?? lineOf(values.passwordFile),
    tls: hasTls(values)
      ? {
          ca: contentOf(values.tlsCaFile),
          cert: contentOf(values.tlsCertFile),
          key: contentOf(values.tlsKeyFile),
          servername: values.tlsServerName,
        }
      : undefined,
    keyPrefix,
    sharedSecret: sharedSecretOf(values),
    commandTimeoutMs,
    connectTimeoutMs,
  };
}

function topologyOf(values: RedisValues): RedisServer['topology'] | undefined {
  const { url, clusterNodes, sentinels } = values;
  if (url !== undefined) return { kind: 'single', url };
  if (clusterNodes.length > 0) return { kind: 'cluster', nodes: clusterNodes };
  if (sentinels.length === 0) return undefined;
  return {
    kind: 'sentinel',
    sentinels,
    master: values.sentinelMaster,
    username: values.sentinelUsername,
    password: values.sentinelPassword,
  };
}

function sharedSecretOf(values: RedisValues): SharedSecret | undefined {
  const own = values.sharedSecret ?? lineOf(values.sharedSecretFile);
  const second = values.sharedSecretSecond ?? lineOf(values.sharedSecretSecondFile);
  return own === undefined || second === undefined ? own : { own, second };
}

const hasTls = ({ tls, url = '' }: RedisValues): boolean => tls || /^rediss:/i.test(url);

const contentOf = (file: string | undefined): string | undefined =>
  file === undefined ? undefined : readFileSync(file, 'utf8');

/** The text of a file that an editor or `echo` may have ended with a line break. */
const lineOf = (file: string | undefined): string | undefined => contentOf(file)?.trimEnd();

const SERVERS = ['url', 'sentinels', 'clusterNodes'] as const;
const TLS_FILES = ['tlsCaFile', 'tlsCertFile', 'tlsKeyFile'] as const;
const SHARED = ['sharedSecret', 'sharedSecretSecond'] as const;
const SECRETS = ['password', ...SHARED] as const;
const FILES = ['passwordFile', 'sharedSecretFile', 'sharedSecretSecondFile'] as const;

const readCertificate = (pem: string): unknown => new X509Certificate(pem);
/** Without this the start would succeed and no connection: TLS takes a file of authorities that has none. */
const PEM_FILES = {
  tlsCaFile: ['a certificate', readCertificate],
  tlsCertFile: ['a certificate', readCertificate],
  tlsKeyFile: ['a key without a passphrase', createPrivateKey],
} as const satisfies Record<(typeof TLS_FILES)[number], readonly [string, (pem: string) => unknown]>;

const nameOf = (key: keyof RedisValues): string => GATEWAY_SETTINGS.redis[key].name;

/** Rules between the settings of Redis. */
export function redisConflicts(values: SettingValues): string[] {
  const { redis } = values;
  const named = SERVERS.filter((key) => (redis[key] ?? []).length > 0).map(nameOf);
  const conflicts: string[] = [];
  if (named.length > 1) conflicts.push(`${named.join(' and ')}: only one of them may be set`);
  conflicts.push(...secretConflicts(values, named.length > 0));
  const unused = TLS_FILES.find((key) => redis[key] !== undefined);
  if (unused !== undefined && !hasTls(redis))
    conflicts.push(`${nameOf(unused)}: has no effect without TLS (for example REDIS_TLS=on)`);
  if ((redis.tlsCertFile === undefined) !== (redis.tlsKeyFile === undefined))
    conflicts.push('REDIS_TLS_CERT_FILE and REDIS_TLS_KEY_FILE: set both or neither');
  return [
    ...conflicts,
    ...[...TLS_FILES, ...FILES].flatMap((key) => unreadable(nameOf(key), redis[key])),
    ...TLS_FILES.flatMap((key) => wrongPem(key, redis[key])),
  ];
}

function secretConflicts(values: SettingValues, hasRedis: boolean): string[] {
  const { redis } = values;
  const conflicts: string[] = [];
  for (const key of SECRETS)
    if (redis[key] !== undefined && redis[`${key}File`] !== undefined)
      conflicts.push(`${nameOf(key)} and ${nameOf(`${key}File`)}: only one of them may be set`);
  const { url } = redis;
  const [hasSecret, hasSecond] = SHARED.map(
    (key) => redis[key] !== undefined || redis[`${key}File`] !== undefined,
  );
  if (url !== undefined && new URL(url).password !== '')
    for (const key of ['password', 'passwordFile'] as const)
      if (redis[key] !== undefined)
        conflicts.push(`${nameOf(key)}: REDIS_URL has a password as well; set one of them`);
  const reason = hasRedis ? needsSecret(values) : undefined;
  if (reason !== undefined && !hasSecret)
    conflicts.push(
      `REDIS_SHARED_SECRET: is not set; ${reason} (for example the output of openssl rand -hex 32)`,
    );
  if (hasSecond && !hasSecret)
    conflicts.push('REDIS_SHARED_SECRET_SECOND: has no effect without REDIS_SHARED_SECRET');
  return [...conflicts, ...SHARED.flatMap((key) => shortFile(nameOf(`${key}File`), redis[`${key}File`]))];
}

function shortFile(name: string, file: string | undefined): string[] {
  if (unreadable(name, file).length > 0) return [];
  const isShort = (lineOf(file)?.length ?? MIN_SECRET_LENGTH) < MIN_SECRET_LENGTH;
  return isShort ? [`${name}: has less than ${MIN_SECRET_LENGTH} characters`] : [];
}

/** Why values in Redis have to be authenticated; undefined where they need not be. */
function needsSecret({ nodeEnv, mirror }: SettingValues): string | undefined {
  if (mirror.sharedCacheBytes > 0) return 'MIRROR_SHARED_CACHE_BYTES shares answers of nodes only with it';
  if (nodeEnv === 'production')
    return 'with NODE_ENV=production, heads and pushes of unknown outcome are shared only with it';
  return undefined;
}

function wrongPem(key: (typeof TLS_FILES)[number], file: string | undefined): string[] {
  const name = nameOf(key);
  const pem = unreadable(name, file).length > 0 ? undefined : contentOf(file);
  if (pem === undefined) return [];
  const [content, read] = PEM_FILES[key];
  try {
    read(pem);
    return [];
  } catch (error) {
    return [`${name}: is no PEM file with ${content} (${(error as Error).message})`];
  }
}

function unreadable(name: string, file: string | undefined): string[] {
  try {
    contentOf(file);
    return [];
  } catch (error) {
    return [`${name}: ${(error as Error).message}`];
  }
}
