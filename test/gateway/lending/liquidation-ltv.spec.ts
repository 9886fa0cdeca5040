import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { listTools } from '@app/tooling';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { type Answer, answerOf, overRest } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';

/** The development profile of a contract with other limits. */
function profileWithLimits(): string {
  const text = readFileSync(developmentProfileFile(), 'utf8')
    .replace(/^affected_set: .*$/m, 'affected_set: null')
    .replace(/^lending_terms: .*$/m, 'lending_terms: { max_ltv_bps: 6500, liquidation_ltv_bps: 7500 }');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'limits-')), 'profile.yaml');
  writeFileSync(file, text);
  return file;
}

describe('the LTV of liquidation of a network', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
    gateway = await startGateway(chain.url, profileWithLimits());
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it('get_loans returns the LTV of the profile from which a loan is at risk, in both forms', async () => {
    const read = (input: Answer) => answerOf(overRest(gateway.url)('get_loans', input));
    expect(await read({})).toMatchObject({ active: [], liquidation_ltv_bps: 7500 });
    expect(await read({ detail: 'concise' })).toMatchObject({ active: [], liquidation_ltv_bps: 7500 });
  });

  it('get_loans names no LTV in its descriptions that another profile has otherwise', async () => {
    const { description } = listTools(gateway.app).find(({ name }) => name === 'get_loans')!;
    const document = (await (await fetch(`${gateway.url}/docs/openapi.json`)).json()) as {
      components: { schemas: Record<string, { properties: { status: { description: string } } }> };
    };
    const { status } = document.components.schemas['LoanAnswer']!.properties;
    for (const text of [description, status.description]) {
      expect(text).toContain('liquidation_ltv_bps');
      expect(text).not.toMatch(/\d %|\d{4} bps/);
    }
  });
});
