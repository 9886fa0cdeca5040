import { ActingClient } from '../acting-client.ts';
import { bytesToHex, packTransaction } from '../chain/transaction.ts';
import { DEVELOPMENT_PROFILE } from '../chain/development.ts';
import { expectedActions, type VerifiedTool } from './expected-actions.ts';

const HEADER = { expiration: 0, refBlockNum: 1, refBlockPrefix: 2, maxNetUsageWords: 0 };
const PAYMENT = { from: 'alice', account: 'alice', to: 'bob', symbol: 'USDT', amount: '1' } as const;

describe('a tool that the client does not know', () => {
  const { actions } = expectedActions({ tool: 'transfer', body: PAYMENT }, DEVELOPMENT_PROFILE, 'active');
  const packed_trx = bytesToHex(
    packTransaction({ ...HEADER, expiration: Math.ceil(Date.now() / 1000) + 60 }, actions),
  );
  /** A gateway that composes the transfer for any tool, and notes its calls. @param onCall called with each one */
  function gateway(onCall: (tool: string) => void = () => undefined) {
    const calls: string[] = [];
    const client = new ActingClient({
      url: 'http://127.0.0.1:1',
      chain: { id: 'ab'.repeat(32), profile: DEVELOPMENT_PROFILE },
      signer: { publicKey: '', sign: () => (calls.push('sign'), '00') },
      fetch: (url) => {
        const tool = String(url).split('/').at(-1)!;
        calls.push(tool);
        onCall(tool);
        const answer = { status: 'new', simulation: { status: 'ok' }, transaction: { packed_trx } };
        return Promise.resolve(new Response(JSON.stringify(answer)));
      },
    });
    return { client, calls };
  }

  it.each(['compose_anything', 'toString', 'constructor'])(
    'a proposal of %s is not signed, also where it is the transaction of a known tool',
    async (tool) => {
      const { client, calls } = gateway();
      const acted = client.act(tool as VerifiedTool, PAYMENT as never);
      await expect(acted).rejects.toMatchObject({ name: 'VerificationError' });
      expect(calls).toEqual([tool]);
    },
  );

  it('the same proposal of transfer is signed', async () => {
    const stop = new AbortController();
    const { client, calls } = gateway((tool) => {
      if (tool === 'push_transaction') stop.abort();
    });
    await expect(client.act('transfer', PAYMENT as never, { signal: stop.signal })).rejects.toThrow();
    expect(calls).toEqual(['transfer', 'sign', 'push_transaction']);
  });
});
