import { z } from 'zod';
import { BODY_ROWS, CLIENT_ROWS, EVENT_STREAM_ROWS, RATE_LIMIT_ROWS, STREAM_ROWS } from './limit-rows';
import { NODE_CONNECTION_ROWS, NODE_ROWS, PUSH_ROWS } from './node-rows';
import type { ValuesOf } from './read-settings';
import { MIN_SECRET_LENGTH, REDIS_ROWS } from './redis-rows';
import {
  hostSchema,
  integerRow,
  integerSetting,
  isAddressOrRange,
  isOnSchema,
  isTrueSchema,
  listSetting,
  LOG_ROWS,
  rowsOf,
  settingRow,
} from './setting-rows';
import { TRACING_ROWS } from './tracing-rows';

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text);

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/** An origin that is encrypted, or of this machine. */
const isRelayOrigin = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  // It becomes a part of a policy: other characters of a host, such as a semicolon, would end it.
  if (origin !== text || !/^[a-z0-9.:[\]-]+$/.test(hostname)) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname));
};

const isPublicUrl = (text: string) => {
  if (!URL.canParse(text) || text.endsWith('/')) return false;
  const { protocol, search, hash, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && search === '' && hash === '' && username === '';
};

/**
 * Every setting of the gateway, by the name of its value. Types, docs/reference/configuration.md, .env.example and --help
 * come from here. Nothing else is read from the environment. Durations carry their unit.
 */
export const GATEWAY_SETTINGS = {
  nodeEnv: settingRow(
    'NODE_ENV',
    z.enum(['development', 'test', 'production']).default('development'),
    'development, test or production; default development',
    'production',
  ),
  host: settingRow(
    'HOST',
    hostSchema.default('127.0.0.1'),
    'an address or host name to listen on; default 127.0.0.1',
    '0.0.0.0',
  ),
  port: integerRow('PORT', [0, 65_535], 3000, 'a TCP port (0 picks a free one)'),
  publicUrl: settingRow(
    'PUBLIC_URL',
    z.string().refine(isPublicUrl).optional(),
    'the http:// or https:// URL under which clients reach the gateway, without a slash at its end; default: API documents name none, so the address that was asked holds',
    'https://gateway.example.org',
  ),
  /** Loopback unless set, whatever `host` is: metrics name nodes. */
  managementHost: settingRow(
    'MANAGEMENT_HOST',
    hostSchema.default('127.0.0.1'),
    'an address or host name to listen on; default 127.0.0.1, whatever HOST is',
    '0.0.0.0',
  ),
  managementAllowedHosts: settingRow(
    'MANAGEMENT_ALLOWED_HOSTS',
    listSetting((text) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text)),
    'a comma-separated list of host names in lower case by which clients reach the management port; IP addresses, localhost and MANAGEMENT_HOST need not be listed; default none',
    'gateway.monitoring.svc',
  ),
  /** Undefined: commands on the management port are refused. */
  managementToken: settingRow(
    'MANAGEMENT_TOKEN',
    z.string().min(MIN_SECRET_LENGTH).optional(),
    'a random text of at least 32 characters that commands on the management port carry (Authorization: Bearer); default none: commands are refused',
    'the-output-of-openssl-rand-hex-32',
    true,
  ),
  managementPort: integerRow('MANAGEMENT_PORT', [0, 65_535], 3001, 'a TCP port (0 picks a free one)'),
  /** Port of the embedded chain served as mainnet; testnet is on the next one. */
  devchainPort: integerRow('DEVCHAIN_PORT', [1, 65_534], 8888, 'a TCP port, the next one is used too'),
  devchainHistoryPort: settingRow(
    'DEVCHAIN_HISTORY_PORT',
    integerSetting(1, 65_534).optional(),
    'the TCP port of the history node of the development chains, the next one is used too; unset: none runs; npm start sets it to HISTORY_PORT',
    '7000',
  ),
  redis: REDIS_ROWS,
  /** CIDR ranges whose X-Forwarded-For is believed. Empty: the socket's address counts. */
  trustedProxies: settingRow(
    'TRUSTED_PROXIES',
    listSetting(isAddressOrRange),
    'a comma-separated list of addresses and CIDR ranges; default none',
    '10.0.0.0/8,fd00::/8',
  ),
  /** Browser origins that may call POST /mcp; `*` means any. */
  allowedOrigins: settingRow(
    'ALLOWED_ORIGINS',
    listSetting(isOrigin),
    'a comma-separated list of web origins (no path, no slash at the end), or *; default none',
    'https://app.example.org',
  ),
  console: settingRow(
    'CONSOLE',
    isOnSchema('on'),
    'on or off; default on: GET / is the console for browsers, and its pages are below /console',
    'off',
  ),
  consoleWalletRelay: settingRow(
    'CONSOLE_WALLET_RELAY',
    z.string().refine(isRelayOrigin).optional(),
    'the https:// origin (no path, no slash at the end) of a relay of the Buoy protocol, by which wallets answer the wallet window of the console; http:// on loopback alone; default none',
    'https://cb.anchor.link',
  ),
  /** Networks and contract profiles. Undefined: the embedded development chains. */
  networksFile: settingRow(
    'NETWORKS_FILE',
    z.string().optional(),
    'the path of a networks YAML file',
    './networks.yaml',
  ),
  webhooksFile: settingRow(
    'WEBHOOKS_FILE',
    z.string().optional(),
    'the path of a YAML or JSON file of webhooks (docs/how-to/events.md); default none',
    './webhooks.yaml',
  ),
  logLevel: LOG_ROWS.logLevel,
  /** Failures are always logged. */
  logSuccessEvery: integerRow(
    'LOG_SUCCESS_EVERY',
    [0, 1_000_000],
    100,
    'log one success in this many, 0 logs none',
  ),
  logFailuresPerMinute: integerRow(
    'LOG_FAILURES_PER_MINUTE',
    [0, 1_000_000],
    60,
    'log lines of failed requests per minute and kind, 0 turns the limit off',
  ),
  logBufferBytes: LOG_ROWS.logBufferBytes,
  rateLimits: RATE_LIMIT_ROWS,
  maxBodyBytes: BODY_ROWS,
  /** Node answers that the mirror keeps. */
  mirror: {
    cacheBytes: integerRow(
      'MIRROR_CACHE_BYTES',
      [0, 17_179_869_184],
      67_108_864,
      'bytes of kept node answers per network, 0 keeps none',
    ),
    sharedCacheBytes: integerRow(
      'MIRROR_SHARED_CACHE_BYTES',
      [0, 17_179_869_184],
      0,
      'bytes of immutable node answers in Redis, of all replicas and networks together, 0 keeps none',
    ),
    sharedCacheSeconds: integerRow(
      'MIRROR_SHARED_CACHE_SECONDS',
      [1, 604_800],
      3_600,
      'seconds that an answer is kept in Redis',
    ),
    passesUnknownReads: settingRow(
      'MIRROR_PASS_UNKNOWN_READS',
      isTrueSchema,
      'true or false: whether routes /v1/chain/get_* that the gateway does not know go to a node; default false',
      'true',
    ),
  },
  streams: STREAM_ROWS,
  eventStreams: EVENT_STREAM_ROWS,
  // engine.io's own default of maxHttpBufferSize.
  maxStreamMessageBytes: integerRow(
    'MAX_STREAM_MESSAGE_BYTES',
    [1024, 16_777_216],
    1_000_000,
    'bytes of one message that a client sends to a stream',
  ),
  clientLimits: CLIENT_ROWS,
  nodes: NODE_ROWS,
  push: PUSH_ROWS,
  nodeConnection: NODE_CONNECTION_ROWS,
  affectedSet: {
    refreshSeconds: integerRow(
      'AFFECTED_SET_REFRESH_SECONDS',
      [5, 86_400],
      300,
      'seconds between two reads of the published affected set',
    ),
    timeoutMs: integerRow(
      'AFFECTED_SET_TIMEOUT_MS',
      [100, 300_000],
      10_000,
      'milliseconds for a read of the published affected set, redirects included',
    ),
  },
  shutdown: {
    /** How long readiness says 503 before the listener closes. */
    delayMs: settingRow(
      'SHUTDOWN_DELAY_MS',
      integerSetting(0, 600_000).optional(),
      'milliseconds that requests are accepted after SIGTERM, 0 to 600000; default 10000 in production, else 0',
      '10000',
    ),
    drainMs: integerRow(
      'SHUTDOWN_DRAIN_MS',
      [0, 600_000],
      45_000,
      'milliseconds for requests in flight after that; longer than PUSH_BUDGET_MS, so that no push is cut off',
    ),
  },
  tracing: TRACING_ROWS,
  gitCommit: settingRow(
    'GIT_COMMIT',
    z
      .string()
      .regex(/^[0-9a-f]{7,40}$/)
      .optional(),
    'a commit hash, 7 to 40 hex digits',
    'cbe5100',
  ),
};

/** Their rows by the names of the variables. */
export const SETTINGS_ROWS = rowsOf(GATEWAY_SETTINGS);

/** Values of the settings, each as its row reads it. */
export type SettingValues = ValuesOf<typeof GATEWAY_SETTINGS>;
