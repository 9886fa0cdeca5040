import type { OutputSchema } from '@app/tooling';
import { undeclaredMembers } from '../../harness/gateway/declared-members';
import { documentedTools } from '../../harness/gateway/openapi';
import { NetworkClients } from './support/network-clients';

type Call = (name: string, args: Record<string, unknown>) => Promise<object>;
interface Listed {
  readonly name: string;
  readonly outputSchema?: object;
}

/** Answers of these need no order, loan or vault that an account of a fresh chain does not have. */
const SUCCEEDING = [
  ...['get_account', 'get_account_request', 'get_btc_price', 'get_chain_info', 'get_loans', 'get_orderbook'],
  ...[
    'get_pool_stats',
    'get_redemption_queue',
    'get_table_rows',
    'get_trades',
    'request_account',
    'transfer',
  ],
];

describe('real answers', () => {
  const clients = new NetworkClients();
  const { older, newest } = clients;
  beforeAll(() => clients.start());
  afterAll(() => clients.close());

  /** Calls every documented example; the names of the tools that succeeded. */
  async function succeeded(tools: readonly Listed[], call: Call): Promise<string[]> {
    const names: string[] = [];
    for (const { name, example } of await documentedTools(clients.url)) {
      const result = (await call(name, example)) as { isError?: boolean; structuredContent?: unknown };
      if (result.isError === true) continue;
      const { outputSchema } = tools.find((tool) => tool.name === name)!;
      expect(undeclaredMembers(outputSchema as OutputSchema, result.structuredContent)).toEqual([]);
      names.push(name);
    }
    return names;
  }

  it('answers of get_chain_info state that a development chain has no real funds', async () => {
    const answer = await older.callTool({ name: 'get_chain_info', arguments: { network: 'testnet' } });
    expect(answer.structuredContent).toMatchObject({ network: 'testnet', real_funds: false });
  });

  // a client refuses an answer that does not fit its schema only when it has listed the tools
  it('answers satisfy the outputSchema for the client of the older revisions, every member declared', async () => {
    const { tools } = await older.listTools();
    const names = await succeeded(tools, (name, args) => older.callTool({ name, arguments: args }));
    expect(names).toEqual(expect.arrayContaining(SUCCEEDING));
  });

  it('answers satisfy the outputSchema for the client of the newest revision, every member declared', async () => {
    expect(newest.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { tools } = await newest.listTools();
    const names = await succeeded(tools, (name, args) => newest.callTool({ name, arguments: args }));
    expect(names).toEqual(expect.arrayContaining(SUCCEEDING));
  });
});
