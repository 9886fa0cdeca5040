import type { HostPort } from '@app/redis';
import { z } from 'zod';
import { integerRow, isOnSchema, listSetting, settingRow } from './setting-rows';

/** Characters of REDIS_SHARED_SECRET at least. */
export const MIN_SECRET_LENGTH = 32;

const isRedisUrl = (text: string) =>
  URL.canParse(text) &&
  ['redis:', 'rediss:'].includes(new URL(text).protocol) &&
  new URL(text).hostname !== '';

/** Undefined for a text that is no `host:port`; an IPv6 address stands in brackets. */
function hostPort(text: string): HostPort | undefined {
  const { host, port } = /^(?<host>[\w.-]+|\[[\da-f:]+\]):(?<port>\d{1,5})$/i.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

const textRow = (name: string, allowed: string, example: string) =>
  settingRow(name, z.string().optional(), `${allowed}; default none`, example);

const hostPortsRow = (name: string, of: string, example: string) =>
  settingRow(
    name,
    listSetting((text) => hostPort(text) !== undefined).transform((items) =>
      items.flatMap((item) => hostPort(item) ?? []),
    ),
    `a comma-separated list of host:port ${of}; default none`,
    example,
  );

const pemRow = (name: string, of: string, example: string) =>
  textRow(name, `the path of a PEM file with ${of}`, example);

const secretFileRow = (name: string, file: string) =>
  textRow(`${name}_FILE`, `the path of a file with ${name}, instead of it`, file);

const passwordRow = (name: string, of: string) => ({
  ...textRow(name, `the password of ${of}`, 'a-long-random-text'),
  secret: true,
});

/** Settings of the connection to Redis. */
export const REDIS_ROWS = {
  url: settingRow(
    'REDIS_URL',
    z.string().refine(isRedisUrl).optional(),
    'a redis:// or rediss:// URL of one server; without it, REDIS_SENTINELS and REDIS_CLUSTER_NODES, counts are in memory',
    'redis://127.0.0.1:6379',
    true,
  ),
  sentinels: hostPortsRow(
    'REDIS_SENTINELS',
    'of Sentinels, instead of REDIS_URL',
    'sentinel-1:26379,sentinel-2:26379',
  ),
  sentinelMaster: settingRow(
    'REDIS_SENTINEL_MASTER',
    z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .default('mymaster'),
    'the name of the master that the Sentinels watch; default mymaster',
    'mymaster',
  ),
  sentinelUsername: textRow('REDIS_SENTINEL_USERNAME', 'the user of the Sentinels', 'gateway'),
  sentinelPassword: passwordRow('REDIS_SENTINEL_PASSWORD', 'the Sentinels'),
  clusterNodes: hostPortsRow(
    'REDIS_CLUSTER_NODES',
    'of some nodes of a Redis Cluster, instead of REDIS_URL',
    'redis-1:6379,redis-2:6379',
  ),
  username: settingRow(
    'REDIS_USERNAME',
    z.string().optional(),
    'the user of Redis; default that of REDIS_URL',
    'gateway',
  ),
  password: passwordRow('REDIS_PASSWORD', 'Redis, instead of one in REDIS_URL'),
  passwordFile: secretFileRow('REDIS_PASSWORD', '/run/secrets/redis-password'),
  /** Authenticates what replicas share. */
  sharedSecret: settingRow(
    'REDIS_SHARED_SECRET',
    z.string().min(MIN_SECRET_LENGTH).optional(),
    'a random text of at least 32 characters, the same for all replicas: authenticates heads, pushes and answers in Redis; needed with Redis where NODE_ENV=production or MIRROR_SHARED_CACHE_BYTES is set; default none: any program that can write to Redis can make such values',
    'the-output-of-openssl-rand-hex-32',
    true,
  ),
  sharedSecretFile: secretFileRow('REDIS_SHARED_SECRET', '/run/secrets/redis-shared-secret'),
  sharedSecretSecond: settingRow(
    'REDIS_SHARED_SECRET_SECOND',
    z.string().min(MIN_SECRET_LENGTH).optional(),
    'a second secret, for the time of a change: values that were made with it are read as well, none is made with it; default none',
    'the-output-of-openssl-rand-hex-32',
    true,
  ),
  sharedSecretSecondFile: secretFileRow(
    'REDIS_SHARED_SECRET_SECOND',
    '/run/secrets/redis-shared-secret-second',
  ),
  tls: settingRow(
    'REDIS_TLS',
    isOnSchema('off'),
    'on or off: TLS to Redis and to Sentinels; a rediss:// URL has the same effect; default off',
    'on',
  ),
  tlsCaFile: pemRow(
    'REDIS_TLS_CA_FILE',
    'the authorities that Redis certificates are checked by',
    '/etc/redis/ca.pem',
  ),
  tlsCertFile: pemRow('REDIS_TLS_CERT_FILE', 'the certificate of this client', '/etc/redis/client.pem'),
  tlsKeyFile: pemRow('REDIS_TLS_KEY_FILE', 'the key of REDIS_TLS_CERT_FILE', '/etc/redis/client-key.pem'),
  tlsServerName: settingRow(
    'REDIS_TLS_SERVER_NAME',
    z
      .string()
      .regex(/^[\w.-]+$/)
      .optional(),
    'the name that Redis certificates are checked for; default the host of the connection',
    'redis.internal',
  ),
  keyPrefix: settingRow(
    'REDIS_KEY_PREFIX',
    z
      .string()
      .regex(/^[^{}\x00-\x20\x7f-\uffff]{1,64}$/)
      .default('ctg:'),
    '1 to 64 printable characters without braces, which a cluster reads as a hash tag; default ctg:',
    'ctg:',
  ),
  commandTimeoutMs: integerRow(
    'REDIS_COMMAND_TIMEOUT_MS',
    [10, 10_000],
    250,
    'milliseconds until a command counts as failed, and Redis as lost',
  ),
  connectTimeoutMs: integerRow(
    'REDIS_CONNECT_TIMEOUT_MS',
    [100, 60_000],
    2_000,
    'milliseconds until a connection to Redis or a Sentinel is open, TLS included',
  ),
};
