import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { TestChain } from '../../../harness/node/test-chain';

let chain: TestChain;
let gateway: RunningGateway;

beforeAll(async () => {
  chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' });
  gateway = await startGateway(chain.url);
});
afterAll(async () => {
  await gateway.close();
  await chain.close();
});

async function packed(args: unknown) {
  const body = JSON.stringify({ code: 'btc.token', action: 'transfer', args });
  const answer = await fetch(`${gateway.url}/v1/chain/abi_json_to_bin`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text() };
}

describe('abi_json_to_bin', () => {
  it('abi_json_to_bin refuses a body of more than 1,000 values before it is parsed', async () => {
    const { status, text } = await packed(Array(1_000).fill(1));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      code: 400,
      error: { details: [{ message: 'the body has more than 1000 JSON values' }] },
    });
  });

  it('abi_json_to_bin packs a text of 200 kB', async () => {
    const { status, text } = await packed({
      ...{ from: 'alice', to: 'bob', quantity: '0.00010000 BTC' },
      memo: 'x'.repeat(200_000),
    });
    expect(status).toBe(200);
    expect((JSON.parse(text) as { binargs: string }).binargs.endsWith('78'.repeat(200_000))).toBe(true);
  });
});
