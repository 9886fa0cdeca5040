import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { reportNullAnswers } from './null-answers';
import type { RedisServer } from './redis-server';

/** Commands go to the one server, to the master that Sentinels name, or to the node of a cluster that holds the key. */
export type RedisClient = Redis | Cluster;

/** Longest pause between two tries to connect. */
const RETRY_MS = 1_000;
/** A connection that does not close in this time is dropped: the process ends without a wait for Redis. */
const DISCONNECT_TIMEOUT_MS = 200;
/** A node that took over from another one is found after this time at the latest. */
const REFRESH_SLOTS_MS = 2_000;
/** A command follows so many moves of its key in a cluster. */
const MAX_MOVES = 4;

const retryMs = (attempt: number): number => Math.min(100 * attempt, RETRY_MS);

/**
 * A client that connects when `connect` is called. A command is sent at once or fails: none is queued while there is
 * no connection, and none is sent again (a cluster node that does not hold a key executes nothing: such a command goes
 * to the right node).
 */
export function createRedisClient(server: RedisServer): RedisClient {
  reportNullAnswers();
  const options = optionsOf(server);
  const { topology, tls, connectTimeoutMs } = server;
  switch (topology.kind) {
    case 'single':
      return new Redis(topology.url, options);
    case 'sentinel':
      return new Redis({
        ...options,
        sentinels: [...topology.sentinels],
        name: topology.master,
        sentinelCommandTimeout: connectTimeoutMs,
        sentinelRetryStrategy: retryMs,
        ...(topology.username === undefined ? {} : { sentinelUsername: topology.username }),
        ...(topology.password === undefined ? {} : { sentinelPassword: topology.password }),
        ...(tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: withoutUndefined(tls) }),
      });
    case 'cluster':
      return new Cluster([...topology.nodes], {
        lazyConnect: true,
        enableOfflineQueue: false,
        redisOptions: options,
        clusterRetryStrategy: retryMs,
        slotsRefreshInterval: REFRESH_SLOTS_MS,
        slotsRefreshTimeout: connectTimeoutMs,
        maxRedirections: MAX_MOVES,
        retryDelayOnFailover: 0,
        retryDelayOnClusterDown: 0,
        // A certificate has the name of its server, not the address that the name resolves to.
        dnsLookup: (address, done) => done(null, address),
      });
  }
}

/** Of the connection to one server. */
function optionsOf({
  username,
  password,
  tls,
  commandTimeoutMs,
  connectTimeoutMs,
}: RedisServer): RedisOptions {
  return {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    retryStrategy: retryMs,
    reconnectOnError: (error) => error.message.startsWith('READONLY'), // a failover: ask again who leads
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === undefined ? {} : { tls: withoutUndefined(tls) }),
  };
}

/** Node's TLS takes a member that is there with the value undefined for a setting. */
const withoutUndefined = (tls: object): Record<string, string> =>
  Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
