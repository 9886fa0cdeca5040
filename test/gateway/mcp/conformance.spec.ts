import { TestGateway } from '../../harness/gateway/test-gateway';
import { startConformingGateway } from './conformance/conforming-gateway';
import { expectedFailures } from './conformance/expected-failures';
import { type Check, runSuite } from './conformance/run-suite';
import type { RunningGateway } from '../../harness/gateway/start-gateway';

/** The checks that did not pass, by scenario; those that the suite itself leaves out are not among them. */
function failuresOf(checks: ReadonlyMap<string, readonly Check[]>): Record<string, string[]> {
  const failures = [...checks].map(([scenario, all]) => {
    const failed = all.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    return [scenario, failed.map(({ id }) => id).sort()] as const;
  });
  return Object.fromEntries(failures.filter(([, failed]) => failed.length > 0));
}

describe('the official conformance suite of MCP', () => {
  let chain: TestGateway;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestGateway.start();
    await chain.admin('price', { price: '65000.00000000' });
    gateway = await startConformingGateway(chain.chain.url);
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'revision %s fails the checks of features that are not offered, and no others',
    async (revision) => {
      const checks = await runSuite(`${gateway.url}/mcp`, revision);
      expect(checks.size).toBeGreaterThan(30);
      expect(failuresOf(checks)).toEqual(expectedFailures(revision));
    },
  );
});
