// The servers whose cost is compared: a development chain, its history node, and the gateway on a core of its own.
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint } from '../../scripts/setup.mjs';
import { fillBook } from './chain-bench.mjs';
import { freePort, LOAD_CORE, startServer } from './processes.mjs';

const BUCKETS = ['read', 'compose', 'relay', 'relay-refused', 'mirror', 'meta'];
/** More than a run sends; each bucket has its own limit, so that an answer names the bucket that it was counted in. */
const UNLIMITED = 999_999_990;
const ORDERS_PER_SIDE = 225;
/** The gateway has polled its nodes by then. */
const SETTLE_MS = 2_000;

/** The bucket of a `RateLimit-Limit`; undefined for the answer to a request that is not counted. */
export const bucketOfLimit = (limit) => (limit === null ? undefined : BUCKETS[Number(limit) - UNLIMITED]);

/** Resolves to { chainUrl, gatewayUrl, metricsUrl } of servers with a filled order book. */
export async function startCostServers() {
  const devchainPort = String(await freePort());
  const shipPort = String(await freePort());
  const chain = await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: devchainPort, DEVCHAIN_SHIP_PORT: shipPort, DEVCHAIN_NAME: 'mainnet' },
    LOAD_CORE,
  );
  const historyPort = String(await freePort());
  await startServer(
    [entryPoint('history')],
    {
      HISTORY_NAME: 'mainnet',
      HISTORY_SHIP_URL: `ws://127.0.0.1:${shipPort}`,
      HISTORY_CHAIN_URL: chain.url,
      HISTORY_PORT: historyPort,
      HISTORY_MANAGEMENT_PORT: String(await freePort()),
    },
    LOAD_CORE,
  );
  await fillBook(chain.url, ORDERS_PER_SIDE);
  const managementPort = String(await freePort());
  const limits = BUCKETS.map((bucket, index) => [
    `RATE_LIMIT_${bucket.toUpperCase().replace('-', '_')}`,
    String(UNLIMITED + index),
  ]);
  const gateway = await startServer([entryPoint('gateway')], {
    ...Object.fromEntries(limits),
    PORT: String(await freePort()),
    MANAGEMENT_PORT: managementPort,
    DEVCHAIN_PORT: devchainPort,
    DEVCHAIN_HISTORY_PORT: historyPort,
  });
  await delay(SETTLE_MS);
  return {
    chainUrl: chain.url,
    gatewayUrl: gateway.url,
    gatewayPid: gateway.pid,
    metricsUrl: `http://127.0.0.1:${managementPort}/metrics`,
  };
}
