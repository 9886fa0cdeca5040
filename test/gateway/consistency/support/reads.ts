import { TestChain, transfer } from '../../../harness/node/test-chain';

/** An answer with its header fields. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** @param token of the block that the answer needs to have; undefined: any */
export async function ask(url: string, body: unknown, token?: string | null): Promise<Answered> {
  const headers = { 'content-type': 'application/json', ...(token && { 'x-consistency': token }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

/** Bitcoin of bob by the ways in which clients read, from a gateway. */
export const READS: Readonly<Record<string, (url: string, token?: string | null) => Promise<Answered>>> = {
  tool: (url, token) => ask(`${url}/v1/tools/get_account`, { account: 'bob' }, token),
  mirror: (url, token) =>
    ask(`${url}/v1/chain/get_currency_balance`, { code: 'btc.token', account: 'bob', symbol: 'BTC' }, token),
  MCP: async (url, token) => {
    const answer = await ask(`${url}/mcp`, mcpCall('get_account', { account: 'bob' }, token));
    const { structuredContent, content } = answer.body['result'] as {
      readonly structuredContent?: Record<string, unknown>;
      readonly content: readonly { readonly text: string }[];
    };
    return { ...answer, body: structuredContent ?? { error: content[0]?.text } };
  },
};

export const mcpCall = (name: string, args: object, token?: string | null): object => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args, ...(token && { _meta: { 'x-consistency': token } }) },
});

/** Units of 10^-8 in an answer of READS. @throws Error for any other answer */
export function unitsIn({ body }: Answered): number {
  const balances = Array.isArray(body) ? (body as string[]) : [];
  const text = balances[0] ?? (body['balances'] as Record<string, string> | undefined)?.['BTC'];
  if (text === undefined) throw new Error(JSON.stringify(body));
  return Math.round(parseFloat(text) * 1e8);
}

/** A payment of one unit to bob, as push_transaction takes it. */
export async function payment(chain: TestChain, memo: string): Promise<object> {
  const signed = await chain.sign(
    [transfer('alice', 'bob', '0.00000001 BTC', { memo })],
    [chain.keyOf('alice')],
  );
  return { ...signed, packed_context_free_data: '' };
}

/** Pays bob one unit through a gateway. Resolves when a block has the payment: a push waits for a few seconds alone. */
export async function pay(chain: TestChain, url: string, memo: string): Promise<Answered> {
  const signed_tx = await payment(chain, memo);
  for (;;) {
    const pushed = await ask(`${url}/v1/tools/push_transaction`, { signed_tx });
    if (pushed.body['status'] !== 'pending') return pushed;
  }
}
