import { bytesToHex } from '@app/antelope';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { HOSTILE_ABIS } from '../../../../libs/antelope/testing/hostile-abis';
import { pushHostile } from '../../../harness/chain/hostile-contract';
import { expireReadCache, type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { allOrSome } from '../../../harness/long';
import { TestChain } from '../../../harness/node/test-chain';

describe('conversions with a hostile ABI', () => {
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

  async function convert(
    route: string,
    body: object,
  ): Promise<{ status: number; json: Converted; text: string }> {
    const answer = await fetch(`${gateway.url}/v1/chain/${route}`, {
      method: 'POST',
      body: JSON.stringify({ code: 'carol', action: 'x', ...body }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: JSON.parse(text) as Converted };
  }

  it.each(allOrSome(HOSTILE_ABIS, 9))(
    '$title: both ways answer, or refuse as a node does',
    async (hostile) => {
      const { status, text } = await pushHostile(chain, hostile);
      expect([status, text]).toEqual([202, expect.any(String)]);
      // ABIs are compared with those of the chain after five seconds.
      for (let skips = 0; skips < 20; skips++) expireReadCache();
      const read = await convert('abi_bin_to_json', { binargs: bytesToHex(hostile.data) });
      if (hostile.decoded === undefined)
        expect(read).toMatchObject({ status: 500, json: { error: { name: 'unpack_exception' } } });
      else expect(read).toMatchObject({ status: 200, json: { args: hostile.decoded } });
      const packed = await convert('abi_json_to_bin', { args: hostile.decoded ?? {} });
      if (packed.status !== 200) expect(packed.json.error?.name).toBe('invalid_action_args_exception');
      for (const { text } of [read, packed]) expect(text.length).toBeLessThan(20_000);
    },
  );
});

interface Converted {
  readonly args?: object;
  readonly error?: { readonly name: string };
}
