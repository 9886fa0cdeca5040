import type { HostPort } from '@app/redis';
import { z } from 'zod';
import { integerRow, listSetting, settingRow, type SettingRow } from './setting-rows';

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

const hostPortsRow = (of: string, example: string) =>
  settingRow(
    listSetting((text) => hostPort(text) !== undefined).transform((items) =>
      items.flatMap((item) => hostPort(item) ?? []),
    ),
    `a comma-separated list of host:port ${of}; default none`,
    example,
  );

const fileRow = (of: string, example: string) =>
  settingRow(z.string().optional(), `the path of a PEM file with ${of}; default none`, example);

const secretFileRow = (name: string, file: string) =>
  settingRow(z.string().optional(), `the path of a file with ${name}, instead of it; default none`, file);

const passwordRow = (of: string) =>
  settingRow(z.string().optional(), `the password of ${of}; default none`, 'a-long-random-text', true);

/** Settings of the connection to Redis. */
export const REDIS_ROWS = {
  REDIS_URL: settingRow(
    z.string().refine(isRedisUrl).optional(),
    'a redis:// or rediss:// URL of one server; without it, REDIS_SENTINELS and REDIS_CLUSTER_NODES, counts are in memory',
    'redis://127.0.0.1:6379',
    true,
  ),
  REDIS_SENTINELS: hostPortsRow('of Sentinels, instead of REDIS_URL', 'sentinel-1:26379,sentinel-2:26379'),
  REDIS_SENTINEL_MASTER: settingRow(
    z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .default('mymaster'),
    'the name of the master that the Sentinels watch; default mymaster',
    'mymaster',
  ),
  REDIS_SENTINEL_USERNAME: settingRow(
    z.string().optional(),
    'the user of the Sentinels; default none',
    'gateway',
  ),
  REDIS_SENTINEL_PASSWORD: passwordRow('the Sentinels'),
  REDIS_CLUSTER_NODES: hostPortsRow(
    'of some nodes of a Redis Cluster, instead of REDIS_URL',
    'redis-1:6379,redis-2:6379',
  ),
  REDIS_USERNAME: settingRow(
    z.string().optional(),
    'the user of Redis; default that of REDIS_URL',
    'gateway',
  ),
  REDIS_PASSWORD: passwordRow('Redis, instead of one in REDIS_URL'),
  REDIS_PASSWORD_FILE: secretFileRow('REDIS_PASSWORD', '/run/secrets/redis-password'),
  REDIS_SHARED_SECRET: settingRow(
    z.string().min(MIN_SECRET_LENGTH).optional(),
    'a random text of at least 32 characters, the same for all replicas: authenticates heads, pushes and answers in Redis; needed with Redis where NODE_ENV=production or MIRROR_SHARED_CACHE_BYTES is set; default none: any program that can write to Redis can make such values',
    'the-output-of-openssl-rand-hex-32',
    true,
  ),
  REDIS_SHARED_SECRET_FILE: secretFileRow('REDIS_SHARED_SECRET', '/run/secrets/redis-shared-secret'),
  REDIS_TLS: settingRow(
    z
      .enum(['on', 'off'])
      .default('off')
      .transform((text) => text === 'on'),
    'on or off: TLS to Redis and to Sentinels; a rediss:// URL has the same effect; default off',
    'on',
  ),
  REDIS_TLS_CA_FILE: fileRow('the authorities that Redis certificates are checked by', '/etc/redis/ca.pem'),
  REDIS_TLS_CERT_FILE: fileRow('the certificate of this client', '/etc/redis/client.pem'),
  REDIS_TLS_KEY_FILE: fileRow('the key of REDIS_TLS_CERT_FILE', '/etc/redis/client-key.pem'),
  REDIS_TLS_SERVER_NAME: settingRow(
    z
      .string()
      .regex(/^[\w.-]+$/)
      .optional(),
    'the name that Redis certificates are checked for; default the host of the connection',
    'redis.internal',
  ),
  REDIS_KEY_PREFIX: settingRow(
    z
      .string()
      .regex(/^[^{}\x00-\x20\x7f-\uffff]{1,64}$/)
      .default('ctg:'),
    '1 to 64 printable characters without braces, which a cluster reads as a hash tag; default ctg:',
    'ctg:',
  ),
  REDIS_COMMAND_TIMEOUT_MS: integerRow(
    10,
    10_000,
    250,
    'milliseconds until a command counts as failed, and Redis as lost',
  ),
  REDIS_CONNECT_TIMEOUT_MS: integerRow(
    100,
    60_000,
    2_000,
    'milliseconds until a connection to Redis or a Sentinel is open, TLS included',
  ),
} satisfies Record<string, SettingRow>;
