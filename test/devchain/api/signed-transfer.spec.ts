import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { TestChain } from '../../harness/node/test-chain';

interface Signed {
  readonly signatures: readonly string[];
  readonly packed_trx: string;
}

describe('GET /devchain/signed-transfer', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' }, { simulation: true });
  });
  afterAll(() => chain.close());

  const signedTransfer = async (): Promise<Signed> =>
    (await (await fetch(`${chain.url}/devchain/signed-transfer`)).json()) as Signed;

  it('signed-transfer returns a transaction that the chain executes, and another one each time', async () => {
    const [first, second] = [await signedTransfer(), await signedTransfer()];
    expect(first.packed_trx).not.toBe(second.packed_trx);
    for (const { signatures, packed_trx } of [first, second]) {
      const answer = await fetch(`${chain.url}/v1/chain/push_transaction`, {
        method: 'POST',
        body: JSON.stringify({ signatures, packed_trx, compression: 0, packed_context_free_data: '' }),
      });
      expect([answer.status, await answer.json()]).toMatchObject([
        202,
        { processed: { receipt: { status: 'executed' } } },
      ]);
    }
  });
});
