import { integerRow, integerSetting, offOrIntegerRow, settingRow } from './setting-rows';

const rateLimitRow = (name: string, unset: number, of: string) =>
  integerRow(name, [0, 1_000_000_000], unset, `${of} per minute and client, 0 turns the limit off`);

/** By bucket; 0: no limit. */
export const RATE_LIMIT_ROWS = {
  read: rateLimitRow('RATE_LIMIT_READ', 300, 'requests'),
  compose: rateLimitRow('RATE_LIMIT_COMPOSE', 60, 'requests'),
  relay: rateLimitRow('RATE_LIMIT_RELAY', 10, 'requests'),
  'relay-refused': rateLimitRow('RATE_LIMIT_RELAY_REFUSED', 30, 'relay requests refused before sending,'),
  mirror: rateLimitRow(
    'RATE_LIMIT_MIRROR',
    1200,
    'units of requests of the node mirror (docs/reference/limits.md) and of /docs,',
  ),
  meta: rateLimitRow('RATE_LIMIT_META', 300, 'MCP messages other than tool calls,'),
};

export const BODY_ROWS = {
  // A 64 KiB transaction is 128 KiB of hex: the relay's own limit has to be reachable.
  tools: integerRow('MAX_TOOL_BODY_BYTES', [1024, 16_777_216], 262_144, 'bytes'),
  // nodeos' own default of max-body-size.
  mirror: integerRow('MAX_MIRROR_BODY_BYTES', [1024, 16_777_216], 2_097_152, 'bytes'),
};

const streamsRow = (name: string, unset: number, of: string) =>
  integerRow(name, [0, 1_000_000], unset, `streams of ${of}, 0 turns the limit off`);

/** Streams of the node mirror. */
export const STREAM_ROWS = {
  total: streamsRow('MAX_STREAMS', 2_000, 'all clients (two open files each)'),
  perAddress: streamsRow('MAX_STREAMS_PER_ADDRESS', 20, 'one client address'),
};

export const EVENT_STREAM_ROWS = {
  total: streamsRow('MAX_EVENT_STREAMS', 1_000, 'GET /v1/events of all clients'),
  perAddress: streamsRow('MAX_EVENT_STREAMS_PER_ADDRESS', 20, 'GET /v1/events of one client address'),
};

/** Bounds of what clients may hold: memory, connections, time. 0 turns the limit off. */
export const CLIENT_ROWS = {
  // nodeos bounds the same as http-max-bytes-in-flight-mb.
  bodyBytesInFlight: integerRow(
    'MAX_BODY_BYTES_IN_FLIGHT',
    [0, 17_179_869_184],
    67_108_864,
    'bytes of all unfinished request bodies, 0 turns the limit off',
  ),
  responseBytesInFlight: integerRow(
    'MAX_RESPONSE_BYTES_IN_FLIGHT',
    [0, 17_179_869_184],
    134_217_728,
    'bytes of answers that clients have not read, 0 turns the limit off',
  ),
  connections: settingRow(
    'MAX_CONNECTIONS',
    integerSetting(0, 1_000_000).optional(),
    'connections of all clients, 0 turns the limit off, 0 to 1000000; default nine tenths of the open-file limit (64 left at least), 20000 at most',
    '10000',
  ),
  connectionsPerAddress: integerRow(
    'MAX_CONNECTIONS_PER_ADDRESS',
    [0, 1_000_000],
    500,
    'connections of one client address (of TRUSTED_PROXIES: any number), 0 turns the limit off',
  ),
  headersTimeoutMs: integerRow(
    'HEADERS_TIMEOUT_MS',
    [100, 600_000],
    10_000,
    'milliseconds until the request headers are complete',
  ),
  requestTimeoutMs: integerRow(
    'REQUEST_TIMEOUT_MS',
    [100, 600_000],
    15_000,
    'milliseconds until the whole request is complete',
  ),
  // Longer than the usual idle time of a load balancer (60 s), so that the load balancer closes first.
  keepAliveMs: offOrIntegerRow(
    'KEEP_ALIVE_MS',
    [1_000, 3_600_000],
    65_000,
    'milliseconds until an idle connection of a client is closed',
  ),
  responseStallMs: integerRow(
    'RESPONSE_STALL_MS',
    [0, 600_000],
    30_000,
    'milliseconds a client may leave an answer unread, 0 turns the limit off',
  ),
};
