import { BROKEN_ABIS, HOSTILE_ABIS } from '../../../libs/antelope/testing/hostile-abis';
import { lyingNode, type LyingNode } from '../../harness/fake-node/lying-node';
import { overMcp, overRest, type CallTool } from '../../harness/gateway/gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';

const TRANSFER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' };
/** The action `x` of type `x` in a packed ABI, and `transfer` of the same type. */
const ACTION_X = Buffer.from('00000000000000e80178', 'hex');
const TRANSFER_X = Buffer.from('000000572d3ccdcd0178', 'hex');
const HOSTILE = [...HOSTILE_ABIS, ...BROKEN_ABIS].map(({ title, raw }) => ({ title, abi: ofTransfer(raw) }));

/** The same ABI with the hostile type as that of the action `transfer`, where it has an action `x`. */
function ofTransfer(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw);
  const at = bytes.indexOf(ACTION_X);
  if (at >= 0) TRANSFER_X.copy(bytes, at);
  return bytes;
}

describe('compose tools beside a node that makes up the ABI of a token', () => {
  let chain: TestChain;
  let node: LyingNode;
  let gateway: RunningGateway;
  let surfaces: readonly CallTool[];
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    node = await lyingNode(chain.url);
    gateway = await startGateway(node.url);
    surfaces = [overRest(gateway.url), overMcp(gateway.url)];
  });
  afterAll(async () => {
    await gateway.close();
    await node.close();
    await chain.close();
  });

  it.each(HOSTILE)(
    'compose tools beside a node that makes up the ABI of a token refuse $title',
    async ({ abi }) => {
      node.abis.set('btc.token', abi);
      // ABIs are compared with those of the chain after five seconds.
      for (let skips = 0; skips < 20; skips++) expireReadCache();
      for (const call of surfaces) {
        const { ok, body } = await call('transfer', TRANSFER);
        expect([ok, body['error']]).toEqual([
          false,
          expect.stringMatching(
            /^(?:btc\.token::transfer cannot be packed by the ABI|the contract profile does not match the chain: tokens\.BTC: |.*ABI)/,
          ),
        ]);
        expect(JSON.stringify(body).length).toBeLessThan(2_000);
      }
      for (const call of surfaces) expect(await call('get_chain_info', {})).toMatchObject({ ok: true });
    },
  );
});
