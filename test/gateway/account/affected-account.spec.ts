import { readFile } from 'node:fs/promises';
import { TestGateway } from '../../harness/gateway/test-gateway';

describe('the affected account of docs/reference/development-chain.md', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.close());

  it('the affected account of docs/reference/development-chain.md is in the affected set once it is created as the page says', async () => {
    const page = await readFile('docs/reference/development-chain.md', 'utf8');
    const [, body = ''] = /create-account \\\n {2}-d '(\{.*?\})'/.exec(page) ?? [];
    const created = await fetch(`${gateway.chain.url}/devchain/create-account`, { method: 'POST', body });
    expect(created.status).toBe(200);
    const { name } = (await created.json()) as { name: string };
    expect(await gateway.read('get_account', { account: name })).toMatchObject({
      affected_set: true,
      affected_set_checked: true,
    });
  });
});
