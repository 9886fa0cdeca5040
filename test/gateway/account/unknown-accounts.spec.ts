import { nameBound } from '../../../apps/gateway/src/formatting/name-bound';
import { FakeChain, nodeosError } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

const GET_ACCOUNT = '/v1/chain/get_account';
const LONG_MS = 3_600_000;

/** A node of a chain without any account, whose tables are empty. */
async function nodeWithoutAccounts(): Promise<FakeNode> {
  const node = await FakeNode.start(new FakeChain('absent'));
  node.override = (path, _body, response) => {
    if (path === GET_ACCOUNT) json(response, 500, nodeosError(500, 3_060_002, 'account_query', 'unknown'));
    else if (path === '/v1/chain/get_table_rows') json(response, 200, { rows: [], more: false });
    else return false;
    return true;
  };
  return node;
}

describe('accounts that do not exist', () => {
  let node: FakeNode;
  beforeAll(async () => {
    node = await nodeWithoutAccounts();
  });
  afterAll(() => node.stop());

  describe('tools', () => {
    let gateway: RunningGateway;
    beforeAll(async () => {
      gateway = await startGateway(node.url);
    });
    afterAll(() => gateway.close());

    it.each([
      'get_deposit_address',
      'get_vault',
      'get_loans',
      'get_redemption_queue',
      'get_portfolio',
      'get_money_in_flight',
    ])(
      '%s reads the account before anything else, and refuses an unknown one after one request to a node',
      async (tool) => {
        const account = tool.replaceAll('_', '').slice(0, 12);
        const before = node.requests.length;
        const message = await refusalOf(overRest(gateway.url)(tool, { account }));
        expect(message).toContain(`account ${account} does not exist on mainnet`);
        const reads = node.requests
          .slice(before)
          .filter(({ body }) => body.includes(account) || body.includes(nameBound(account)))
          .map(({ path, body }) => ({ path, body }));
        expect(reads).toEqual([{ path: GET_ACCOUNT, body: JSON.stringify({ account_name: account }) }]);
      },
    );

    it('setup_vault looks for no free vault name before the account is known', async () => {
      const before = node.requests.length;
      expect(await refusalOf(overRest(gateway.url)('setup_vault', { account: 'setupvault' }))).toContain(
        'account setupvault does not exist on mainnet',
      );
      const asked = node.requests.slice(before).filter(({ path }) => path === GET_ACCOUNT);
      expect(asked.map(({ body }) => body)).toEqual([JSON.stringify({ account_name: 'setupvault' })]);
    });
  });

  it('the absence of an account is kept as long as an answer of a node', async () => {
    const chains = chainsWithShortTimeouts(mainnetOn([node.url]), { readLifetimeMs: LONG_MS });
    const asked = () => node.requests.filter(({ path }) => path === GET_ACCOUNT).length;
    try {
      const before = asked();
      expect(await chains.of('mainnet').account('absent')).toBeUndefined();
      expect(await chains.of('mainnet').account('absent')).toBeUndefined();
      expect(asked() - before).toBe(1);
      expect(await chains.of('mainnet').account('another')).toBeUndefined();
      expect(asked() - before).toBe(2);
    } finally {
      await chains.close();
    }
  });
});
