import { type Platform, startPlatform } from '../../harness/gateway/platform';

const METRIC = /^gateway_untrusted_forwarded_requests_total (\d+)$/m;

/** Requests with and without X-Forwarded-For, and the number of them that count as forwarded by another peer. */
async function countedAt({ url, managementUrl }: Platform): Promise<string | undefined> {
  for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }, { 'x-forwarded-for': '203.0.113.8' }])
    await fetch(`${url}/health`, { headers });
  return METRIC.exec(await (await fetch(`${managementUrl}/metrics`)).text())?.[1];
}

it.each([
  ['counts requests of a proxy that TRUSTED_PROXIES does not name', '192.0.2.1', '2'],
  ['does not count requests of a trusted proxy', '127.0.0.1', '0'],
])('gateway_untrusted_forwarded_requests_total %s', async (_what, trusted, counted) => {
  const platform = await startPlatform({ TRUSTED_PROXIES: trusted });
  try {
    expect(await countedAt(platform)).toBe(counted);
  } finally {
    await platform.app.close();
  }
});
