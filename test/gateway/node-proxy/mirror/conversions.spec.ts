import { serializeAbi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { pushHostile } from '../../../harness/chain/hostile-contract';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { NodeClient } from '../../../harness/node/node-client';
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

describe('conversions', () => {
  it.each([
    ['abi_json_to_bin', { code: 'dex', action: { toString: 1 }, args: 'x' }, 'action'],
    ['abi_json_to_bin', { code: ['dex'], action: 'x', args: 'x' }, 'code'],
    ['abi_bin_to_json', { code: 'btc.token', action: 'transfer', binargs: { toString: 1 } }, 'binargs'],
    ['abi_bin_to_json', { code: 'btc.token', action: null, binargs: '' }, 'action'],
  ])('%s refuses %j, whose member is no text', async (route, body, member) => {
    const answer = await fetch(`${gateway.url}/v1/chain/${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining(`${member} must be a string`),
    ]);
  });
});

describe('abi_bin_to_json', () => {
  it.each([
    [61, 200],
    [62, 400],
  ])('abi_bin_to_json with %d members of no meaning beside its three answers %d', async (count, status) => {
    const others = Object.fromEntries(Array.from({ length: count }, (_, index) => [`member${index}`, index]));
    const known = { code: 'btc.token', action: 'close', binargs: '0000000000855c340842544300000000' };
    const answer = await fetch(`${gateway.url}/v1/chain/abi_bin_to_json`, {
      method: 'POST',
      body: JSON.stringify({ ...known, ...others }),
    });
    expect([answer.status, (await answer.text()).includes('more than 64 members')]).toEqual([
      status,
      status === 400,
    ]);
  });
});

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

describe('conversions after a setabi', () => {
  /** Bytes of an ABI whose action `x` has one member. */
  const abiOf = (member: string): Uint8Array =>
    serializeAbi(
      ABI.from({
        version: 'eosio::abi/1.2',
        structs: [{ name: 'x', base: '', fields: [{ name: member, type: 'uint8' }] }],
        actions: [{ name: 'x', type: 'x', ricardian_contract: '' }],
      }),
    );
  const data = Uint8Array.of(7);

  const converted = async (): Promise<unknown> => {
    const mirror = new NodeClient(gateway.url);
    const { json } = await mirror.post('abi_bin_to_json', { code: 'carol', action: 'x', binargs: '07' });
    return json;
  };

  it.each([
    ['get_raw_abi', 'passed'],
    ['get_abi', 'by'],
  ])(
    'conversions use the ABI of a setabi past the gateway as soon as %s of the gateway has it',
    async (route, member) => {
      const old = `before${member}`;
      await pushHostile(chain, { raw: abiOf(old), data }, new NodeClient(gateway.url));
      expect(await converted()).toEqual({ args: { [old]: 7 } });
      expect((await pushHostile(chain, { raw: abiOf(member), data })).status).toBe(202);
      const asked = await new NodeClient(gateway.url).post(route, { account_name: 'carol' });
      expect(asked.status).toBe(200);
      expect(await converted()).toEqual({ args: { [member]: 7 } });
    },
  );

  it.each(['first', 'second', 'third'])(
    'conversions use the ABI of a setabi that passed the gateway, at once (%s)',
    async (member) => {
      const pushed = await pushHostile(chain, { raw: abiOf(member), data }, new NodeClient(gateway.url));
      expect([pushed.status, pushed.text]).toEqual([202, expect.any(String)]);
      expect(await converted()).toEqual({ args: { [member]: 7 } });
    },
  );
});
