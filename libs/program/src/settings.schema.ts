import { z } from 'zod';
import type { ValuesOf } from './read-settings';
import { TIMEOUT_ROWS } from './timeout-rows';
import { TRACING_ROWS } from './tracing-rows';
import { MIN_SECRET_LENGTH, REDIS_ROWS } from './redis-rows';
import {
  integerRow,
  integerSetting,
  isAddressOrRange,
  offOrIntegerRow,
  listSetting,
  settingRow,
  type SettingRow,
} from './setting-rows';

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

const isPublicUrl = (text: string) => {
  if (!URL.canParse(text) || text.endsWith('/')) return false;
  const { protocol, search, hash, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && search === '' && hash === '' && username === '';
};

const rateLimitRow = (unset: number, of: string) =>
  integerRow(0, 1_000_000_000, unset, `${of} per minute and client, 0 turns the limit off`);

/** Every setting of the gateway by the name of its environment variable. Nothing else is read from the environment. */
export const SETTINGS_ROWS = {
  NODE_ENV: settingRow(
    z.enum(['development', 'test', 'production']).default('development'),
    'development, test or production; default development',
    'production',
  ),
  HOST: settingRow(
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
    'an address or host name to listen on; default 127.0.0.1',
    '0.0.0.0',
  ),
  PORT: integerRow(0, 65_535, 3000, 'a TCP port (0 picks a free one)'),
  PUBLIC_URL: settingRow(
    z.string().refine(isPublicUrl).optional(),
    'the http:// or https:// URL under which clients reach the gateway, without a slash at its end; default the Host of each request',
    'https://gateway.example.org',
  ),
  MANAGEMENT_HOST: settingRow(
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .optional(),
    'an address or host name to listen on; default 127.0.0.1, whatever HOST is',
    '0.0.0.0',
  ),
  MANAGEMENT_ALLOWED_HOSTS: settingRow(
    listSetting((text) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text)),
    'a comma-separated list of host names in lower case by which clients reach the management port; IP addresses, localhost and MANAGEMENT_HOST need not be listed; default none',
    'gateway.monitoring.svc',
  ),
  MANAGEMENT_TOKEN: settingRow(
    z.string().min(MIN_SECRET_LENGTH).optional(),
    'a random text of at least 32 characters that commands on the management port carry (Authorization: Bearer); default none: commands are refused',
    'the-output-of-openssl-rand-hex-32',
    true,
  ),
  MANAGEMENT_PORT: integerRow(0, 65_535, 3001, 'a TCP port (0 picks a free one)'),
  DEVCHAIN_PORT: integerRow(1, 65_534, 8888, 'a TCP port, the next one is used too'),
  DEVCHAIN_HISTORY_PORT: settingRow(
    integerSetting(1, 65_534).optional(),
    'the TCP port of the history node of the development chains, the next one is used too; unset: none runs; npm start sets it to HISTORY_PORT',
    '7000',
  ),
  ...REDIS_ROWS,
  TRUSTED_PROXIES: settingRow(
    listSetting(isAddressOrRange),
    'a comma-separated list of addresses and CIDR ranges; default none',
    '10.0.0.0/8,fd00::/8',
  ),
  ALLOWED_ORIGINS: settingRow(
    listSetting(isOrigin),
    'a comma-separated list of web origins (no path, no slash at the end), or *; default none',
    'https://app.example.org',
  ),
  CONSOLE: settingRow(
    z
      .enum(['on', 'off'])
      .default('on')
      .transform((text) => text === 'on'),
    'on or off; default on: GET / is the console for browsers, and its pages are below /console',
    'off',
  ),
  NETWORKS_FILE: settingRow(z.string().optional(), 'the path of a networks YAML file', './networks.yaml'),
  LOG_LEVEL: settingRow(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent; default info',
    'info',
  ),
  LOG_SUCCESS_EVERY: integerRow(0, 1_000_000, 100, 'log one success in this many, 0 logs none'),
  LOG_FAILURES_PER_MINUTE: integerRow(
    0,
    1_000_000,
    60,
    'log lines of failed requests per minute and kind, 0 turns the limit off',
  ),
  LOG_BUFFER_BYTES: integerRow(
    65_536,
    1_073_741_824,
    4_194_304,
    'bytes of log lines that wait while standard output is not read; more are dropped',
  ),
  RATE_LIMIT_READ: rateLimitRow(300, 'requests'),
  RATE_LIMIT_COMPOSE: rateLimitRow(60, 'requests'),
  RATE_LIMIT_RELAY: rateLimitRow(10, 'requests'),
  RATE_LIMIT_RELAY_REFUSED: rateLimitRow(30, 'relay requests refused before sending,'),
  RATE_LIMIT_MIRROR: rateLimitRow(
    1200,
    'units of requests of the node mirror (docs/reference/limits.md) and of /docs,',
  ),
  RATE_LIMIT_META: rateLimitRow(300, 'MCP messages other than tool calls,'),
  // A 64 KiB transaction is 128 KiB of hex: the relay's own limit has to be reachable.
  MAX_TOOL_BODY_BYTES: integerRow(1024, 16_777_216, 262_144, 'bytes'),
  // nodeos' own default of max-body-size.
  MAX_MIRROR_BODY_BYTES: integerRow(1024, 16_777_216, 2_097_152, 'bytes'),
  MIRROR_CACHE_BYTES: integerRow(
    0,
    17_179_869_184,
    67_108_864,
    'bytes of kept node answers per network, 0 keeps none',
  ),
  MIRROR_SHARED_CACHE_BYTES: integerRow(
    0,
    17_179_869_184,
    0,
    'bytes of immutable node answers in Redis, of all replicas and networks together, 0 keeps none',
  ),
  MIRROR_SHARED_CACHE_SECONDS: integerRow(1, 604_800, 3_600, 'seconds that an answer is kept in Redis'),
  MIRROR_PASS_UNKNOWN_READS: settingRow(
    z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    'true or false: whether routes /v1/chain/get_* that the gateway does not know go to a node; default false',
    'true',
  ),
  MAX_STREAMS: integerRow(
    0,
    1_000_000,
    2_000,
    'streams of all clients (two open files each), 0 turns the limit off',
  ),
  MAX_STREAMS_PER_ADDRESS: integerRow(
    0,
    1_000_000,
    20,
    'streams of one client address, 0 turns the limit off',
  ),
  MAX_EVENT_STREAMS: integerRow(
    0,
    1_000_000,
    1_000,
    'streams of GET /v1/events of all clients, 0 turns the limit off',
  ),
  MAX_EVENT_STREAMS_PER_ADDRESS: integerRow(
    0,
    1_000_000,
    20,
    'streams of GET /v1/events of one client address, 0 turns the limit off',
  ),
  // engine.io's own default of maxHttpBufferSize.
  MAX_STREAM_MESSAGE_BYTES: integerRow(
    1024,
    16_777_216,
    1_000_000,
    'bytes of one message that a client sends to a stream',
  ),
  // nodeos bounds the same as http-max-bytes-in-flight-mb.
  MAX_BODY_BYTES_IN_FLIGHT: integerRow(
    0,
    17_179_869_184,
    67_108_864,
    'bytes of all unfinished request bodies, 0 turns the limit off',
  ),
  MAX_RESPONSE_BYTES_IN_FLIGHT: integerRow(
    0,
    17_179_869_184,
    134_217_728,
    'bytes of answers that clients have not read, 0 turns the limit off',
  ),
  MAX_CONNECTIONS: settingRow(
    integerSetting(0, 1_000_000).optional(),
    'connections of all clients, 0 turns the limit off, 0 to 1000000; default nine tenths of the open-file limit (64 left at least), 20000 at most',
    '10000',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: integerRow(
    0,
    1_000_000,
    500,
    'connections of one client address (of TRUSTED_PROXIES: any number), 0 turns the limit off',
  ),
  HEADERS_TIMEOUT_MS: integerRow(100, 600_000, 10_000, 'milliseconds until the request headers are complete'),
  REQUEST_TIMEOUT_MS: integerRow(100, 600_000, 15_000, 'milliseconds until the whole request is complete'),
  // Longer than the usual idle time of a load balancer (60 s), so that the load balancer closes first.
  KEEP_ALIVE_MS: offOrIntegerRow(
    1_000,
    3_600_000,
    65_000,
    'milliseconds until an idle connection of a client is closed',
  ),
  RESPONSE_STALL_MS: integerRow(
    0,
    600_000,
    30_000,
    'milliseconds a client may leave an answer unread, 0 turns the limit off',
  ),
  NODE_POLL_MS: integerRow(100, 60_000, 1_000, 'milliseconds between the polls of the head of each node'),
  NODE_MAX_HEAD_AGE_SECONDS: integerRow(
    2,
    86_400,
    30,
    'seconds that the head of a node may be behind the clock of the gateway',
  ),
  NODE_MAX_BLOCKS_BEHIND: integerRow(
    1,
    100_000,
    10,
    'blocks that a node may be behind the agreed head of all nodes, or ahead of it',
  ),
  NODE_MAX_INDEX_BLOCKS_BEHIND: integerRow(
    1,
    1_000_000,
    20,
    'blocks that the index of a history node may be behind its chain',
  ),
  NODE_SAMPLE_PERCENT: integerRow(
    0,
    100,
    1,
    'of 100 reads, those that are compared in the background with the answer of another node, where the network has verify: sample or quorum',
  ),
  ...TIMEOUT_ROWS,
  AFFECTED_SET_REFRESH_SECONDS: integerRow(
    5,
    86_400,
    300,
    'seconds between two reads of the published affected set',
  ),
  AFFECTED_SET_TIMEOUT_MS: integerRow(
    100,
    300_000,
    10_000,
    'milliseconds for a read of the published affected set, redirects included',
  ),
  SHUTDOWN_DELAY_MS: settingRow(
    integerSetting(0, 600_000).optional(),
    'milliseconds that requests are accepted after SIGTERM, 0 to 600000; default 10000 in production, else 0',
    '10000',
  ),
  SHUTDOWN_DRAIN_MS: integerRow(
    0,
    600_000,
    45_000,
    'milliseconds for requests in flight after that; longer than PUSH_BUDGET_MS, so that no push is cut off',
  ),
  ...TRACING_ROWS,
  GIT_COMMIT: settingRow(
    z
      .string()
      .regex(/^[0-9a-f]{7,40}$/)
      .optional(),
    'a commit hash, 7 to 40 hex digits',
    'cbe5100',
  ),
} satisfies Record<string, SettingRow>;

/** Values of the rows, by the name of the variable. */
export type SettingValues = ValuesOf<typeof SETTINGS_ROWS>;
