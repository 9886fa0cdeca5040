import { readSettings, SETTINGS_ROWS, SettingsError, type SettingValues } from '@app/program';
import { defaultMaxConnections } from './open-files';
import { redisConflicts, type RedisSettings, redisSettingsOf } from './redis-settings';
import type { TracingSettings } from './tracing';
import { tracingSettingsOf } from './tracing-settings';

/** Everything that can be configured: one object, read once at start. Durations carry their unit. */
export interface Settings {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly host: string;
  /** 0 lets the system pick a free port. */
  readonly port: number;
  /** URL under which clients reach the gateway, without a slash at its end. Unset: the Host of each request. */
  readonly publicUrl: string | undefined;
  /** Loopback unless set, whatever `host` is: metrics name nodes. */
  readonly managementHost: string;
  /** Names in lower case that the management port answers to, besides IP addresses and localhost. */
  readonly managementAllowedHosts: readonly string[];
  /** Commands on the management port carry it; undefined: they are refused. */
  readonly managementToken: string | undefined;
  /** 0 lets the system pick a free port. */
  readonly managementPort: number;
  /** Port of the embedded chain served as mainnet; testnet is on the next one. */
  readonly devchainPort: number;
  /** Port of the history node of that chain; the one of testnet is on the next. Unset: none runs. */
  readonly devchainHistoryPort: number | undefined;
  /** Undefined: counters live in the memory of this process. */
  readonly redis: RedisSettings | undefined;
  /** CIDR ranges whose X-Forwarded-For is believed. Empty: the socket's address counts. */
  readonly trustedProxies: readonly string[];
  /** Browser origins that may call POST /mcp; `*` means any. */
  readonly allowedOrigins: readonly string[];
  /** Networks and contract profiles. Unset: the embedded development chains. */
  readonly networksFile: string | undefined;
  /** Whether the pages of the console are served. */
  readonly console: boolean;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** One success in this many is logged; 0 logs none. Failures are always logged. */
  readonly logSuccessEvery: number;
  /** Lines of failed requests per minute and kind; 0 turns the limit off. */
  readonly logFailuresPerMinute: number;
  /** Bytes of lines that wait while standard output is not read. */
  readonly logBufferBytes: number;
  /** Requests per minute and client, by bucket; 0: no limit. */
  readonly rateLimits: {
    readonly read: number;
    readonly compose: number;
    readonly relay: number;
    /** Relay requests that are refused before anything is sent. */
    readonly 'relay-refused': number;
    readonly mirror: number;
    /** Messages of MCP other than tool calls. */
    readonly meta: number;
  };
  readonly maxBodyBytes: { readonly tools: number; readonly mirror: number };
  /** Bounds of what clients may hold: memory, connections, time. 0 turns the limit off. */
  readonly clientLimits: {
    readonly bodyBytesInFlight: number;
    readonly responseBytesInFlight: number;
    readonly connections: number;
    readonly connectionsPerAddress: number;
    readonly headersTimeoutMs: number;
    readonly requestTimeoutMs: number;
    readonly keepAliveMs: number;
    readonly responseStallMs: number;
  };
  /** Node answers that the mirror keeps, per network; 0 keeps none. */
  readonly mirror: {
    readonly cacheBytes: number;
    /** Of immutable answers in Redis; 0: none. */
    readonly sharedCacheBytes: number;
    readonly sharedCacheSeconds: number;
    /** Whether routes /v1/chain/get_* that the gateway does not know go to a node. */
    readonly passesUnknownReads: boolean;
  };
  /** Bounds of streams; 0 turns the limit of a count off. */
  readonly streams: {
    readonly total: number;
    readonly perAddress: number;
    /** Of one message from a client to a node. */
    readonly maxMessageBytes: number;
  };
  /** Bounds of streams of events; 0 turns a limit off. */
  readonly eventStreams: { readonly total: number; readonly perAddress: number };
  /** When a node serves reads, see docs/explanation/architecture.md "Node pool". */
  readonly nodes: {
    readonly pollMs: number;
    readonly maxHeadAgeMs: number;
    readonly maxBlocksBehind: number;
    readonly maxIndexBlocksBehind: number;
    readonly samplePercent: number;
    /** By class of call: see libs/upstream, call-class.ts. */
    readonly timeoutsMs: Readonly<
      Record<'info' | 'account' | 'abi' | 'table' | 'history' | 'compute' | 'lookup' | 'push', number>
    >;
    /** Of each node: see libs/upstream, upstream-node.ts. */
    readonly connection: {
      readonly pollTimeoutMs: number;
      readonly connectTimeoutMs: number;
      readonly keepAliveMs: number;
      readonly connections: number;
    };
  };
  /** For a push as a whole, however many nodes do not answer. */
  readonly push: { readonly budgetMs: number };
  readonly affectedSet: { readonly refreshSeconds: number; readonly timeoutMs: number };
  readonly shutdown: {
    /** How long readiness says 503 before the listener closes. */
    readonly delayMs: number;
    /** How long requests in flight may take after that. */
    readonly drainMs: number;
  };
  /** Undefined: no spans. */
  readonly tracing: TracingSettings | undefined;
  /** Names the build in /info; unset outside an image. */
  readonly gitCommit: string | undefined;
}

/**
 * Reads the settings from environment variables. An empty variable counts as unset.
 * @throws SettingsError naming every wrong setting at once.
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const read: SettingValues = readSettings(SETTINGS_ROWS, env);
  const conflicts = conflictsOf(read);
  if (conflicts.length > 0) throw new SettingsError(conflicts);
  return settingsOf(read);
}

/** Rules between settings, asked only when each is right by itself. */
function conflictsOf(values: SettingValues): string[] {
  const conflicts: string[] = [];
  if (values.PORT !== 0 && values.PORT === values.MANAGEMENT_PORT) {
    const free = values.PORT === 3001 ? 3000 : 3001;
    conflicts.push(
      `MANAGEMENT_PORT: ${values.PORT} is PORT as well; the two need different ports (for example MANAGEMENT_PORT=${free})`,
    );
  }
  conflicts.push(...redisConflicts(values));
  if (values.HEADERS_TIMEOUT_MS > values.REQUEST_TIMEOUT_MS) {
    conflicts.push(
      `HEADERS_TIMEOUT_MS: ${values.HEADERS_TIMEOUT_MS} is longer than REQUEST_TIMEOUT_MS, which is ${values.REQUEST_TIMEOUT_MS}; the head is part of the request (for example HEADERS_TIMEOUT_MS=${values.REQUEST_TIMEOUT_MS})`,
    );
  }
  const pushTimeout = values.NODE_TIMEOUT_PUSH_MS;
  if (pushTimeout > values.PUSH_BUDGET_MS) {
    conflicts.push(
      `PUSH_BUDGET_MS: ${values.PUSH_BUDGET_MS} is less than NODE_TIMEOUT_PUSH_MS, which is ${pushTimeout}; sending to one node is part of the push (for example NODE_TIMEOUT_PUSH_MS=${Math.floor(values.PUSH_BUDGET_MS / 4)})`,
    );
  }
  if (values.NODE_ENV === 'production' && values.NETWORKS_FILE === undefined) {
    conflicts.push(
      `NETWORKS_FILE: is not set; with NODE_ENV=production it must be ${SETTINGS_ROWS.NETWORKS_FILE.allowed} (for example NETWORKS_FILE=${SETTINGS_ROWS.NETWORKS_FILE.example})`,
    );
  }
  return conflicts;
}

const LOOPBACK = '127.0.0.1';

function settingsOf(values: SettingValues): Settings {
  const managementHost = values.MANAGEMENT_HOST ?? LOOPBACK;
  return {
    nodeEnv: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    managementHost,
    managementAllowedHosts: [managementHost.toLowerCase(), ...values.MANAGEMENT_ALLOWED_HOSTS],
    managementToken: values.MANAGEMENT_TOKEN,
    managementPort: values.MANAGEMENT_PORT,
    devchainPort: values.DEVCHAIN_PORT,
    devchainHistoryPort: values.DEVCHAIN_HISTORY_PORT,
    redis: redisSettingsOf(values),
    trustedProxies: values.TRUSTED_PROXIES,
    allowedOrigins: values.ALLOWED_ORIGINS,
    networksFile: values.NETWORKS_FILE,
    console: values.CONSOLE,
    logLevel: values.LOG_LEVEL,
    logSuccessEvery: values.LOG_SUCCESS_EVERY,
    logFailuresPerMinute: values.LOG_FAILURES_PER_MINUTE,
    logBufferBytes: values.LOG_BUFFER_BYTES,
    rateLimits: {
      read: values.RATE_LIMIT_READ,
      compose: values.RATE_LIMIT_COMPOSE,
      relay: values.RATE_LIMIT_RELAY,
      'relay-refused': values.RATE_LIMIT_RELAY_REFUSED,
      mirror: values.RATE_LIMIT_MIRROR,
      meta: values.RATE_LIMIT_META,
    },
    maxBodyBytes: { tools: values.MAX_TOOL_BODY_BYTES, mirror: values.MAX_MIRROR_BODY_BYTES },
    clientLimits: {
      bodyBytesInFlight: values.MAX_BODY_BYTES_IN_FLIGHT,
      responseBytesInFlight: values.MAX_RESPONSE_BYTES_IN_FLIGHT,
      connections: values.MAX_CONNECTIONS ?? defaultMaxConnections(),
      connectionsPerAddress: values.MAX_CONNECTIONS_PER_ADDRESS,
      headersTimeoutMs: values.HEADERS_TIMEOUT_MS,
      requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
      keepAliveMs: values.KEEP_ALIVE_MS,
      responseStallMs: values.RESPONSE_STALL_MS,
    },
    mirror: {
      cacheBytes: values.MIRROR_CACHE_BYTES,
      sharedCacheBytes: values.MIRROR_SHARED_CACHE_BYTES,
      sharedCacheSeconds: values.MIRROR_SHARED_CACHE_SECONDS,
      passesUnknownReads: values.MIRROR_PASS_UNKNOWN_READS,
    },
    streams: {
      total: values.MAX_STREAMS,
      perAddress: values.MAX_STREAMS_PER_ADDRESS,
      maxMessageBytes: values.MAX_STREAM_MESSAGE_BYTES,
    },
    eventStreams: { total: values.MAX_EVENT_STREAMS, perAddress: values.MAX_EVENT_STREAMS_PER_ADDRESS },
    nodes: {
      pollMs: values.NODE_POLL_MS,
      maxHeadAgeMs: values.NODE_MAX_HEAD_AGE_SECONDS * 1_000,
      maxBlocksBehind: values.NODE_MAX_BLOCKS_BEHIND,
      maxIndexBlocksBehind: values.NODE_MAX_INDEX_BLOCKS_BEHIND,
      samplePercent: values.NODE_SAMPLE_PERCENT,
      timeoutsMs: {
        info: values.NODE_TIMEOUT_INFO_MS,
        account: values.NODE_TIMEOUT_ACCOUNT_MS,
        abi: values.NODE_TIMEOUT_ABI_MS,
        table: values.NODE_TIMEOUT_TABLE_MS,
        history: values.NODE_TIMEOUT_HISTORY_MS,
        compute: values.NODE_TIMEOUT_COMPUTE_MS,
        lookup: values.NODE_TIMEOUT_LOOKUP_MS,
        push: values.NODE_TIMEOUT_PUSH_MS,
      },
      connection: {
        pollTimeoutMs: values.NODE_POLL_TIMEOUT_MS,
        connectTimeoutMs: values.NODE_CONNECT_TIMEOUT_MS,
        keepAliveMs: values.NODE_KEEP_ALIVE_MS,
        connections: values.NODE_CONNECTIONS,
      },
    },
    push: { budgetMs: values.PUSH_BUDGET_MS },
    affectedSet: {
      refreshSeconds: values.AFFECTED_SET_REFRESH_SECONDS,
      timeoutMs: values.AFFECTED_SET_TIMEOUT_MS,
    },
    shutdown: {
      delayMs: values.SHUTDOWN_DELAY_MS ?? (values.NODE_ENV === 'production' ? 10_000 : 0),
      drainMs: values.SHUTDOWN_DRAIN_MS,
    },
    tracing: tracingSettingsOf(values),
    gitCommit: values.GIT_COMMIT,
  };
}
