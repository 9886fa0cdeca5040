import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ABI, Action } from '@wharfkit/antelope';
import { type Proposal, TestGateway } from '../harness/gateway/test-gateway';
import { runProgram } from '../harness/process/run-program';

const FOLDER = path.resolve(__dirname, '..', '..', 'libs', 'client', 'python');
/** The interpreter of an environment with the wheel of the package; scripts/test-product.mjs makes it. */
const PYTHON = process.env['PYTHON_CLIENT'] ?? 'python3';
const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const ORDER = { account: 'alice', pair: 'btcusdt', price: '80000.5', amount: '0.00100001' };
const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['transfer', { from: 'alice', to: 'bob', symbol: 'NATIVE', amount: '1.5', memo: 'für dich' }],
  ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00000001', permission: 'agent' }],
  ['place_order', { ...ORDER, side: 'buy' }],
  ['place_order', { ...ORDER, side: 'sell' }],
  ['place_order', { account: 'alice', pair: 'nativebtc', side: 'buy', price: '0.0000123456', amount: '7' }],
  ['cancel_order', { account: 'alice', pair: 'btcusdt', order_id: 1 }],
  ['lend', { account: 'alice', amount_usdt: '12.5' }],
  ['redeem', { account: 'alice', amount_tpf: '2', pool_id: 6 }],
  ['borrow', { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000 }],
  ['cancel_loan_request', { account: 'alice' }],
  ['repay', { account: 'alice', amount_usdt: '0.1' }],
  ['setup_vault', { account: 'alice' }],
  ['withdraw_collateral', { account: 'alice', amount_cbtc: '0.01', btc_address: ADDRESS }],
  ['withdraw_btc', { account: 'alice', amount: '0.1', btc_address: ADDRESS }],
];
/** Another value for each member: a proposal for the one is refused for the other. */
const OTHER = {
  ...{ from: 'carol', to: 'carol', account: 'carol', symbol: 'USDT', side: 'buy', pair: 'nativebtc' },
  ...{ memo: 'x', amount: '0.3', price: '0.5', amount_usdt: '999', amount_tpf: '999', amount_cbtc: '0.5' },
  ...{ max_apr_bps: 1999, order_id: 2, id: 2, pool_id: 5, permission: 'owner' },
  btc_address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
};

describe('the Python client, installed from its wheel into an empty environment', () => {
  let gateway: TestGateway;
  let chainId: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'python-client-'));
  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    ({ chain_id: chainId } = await gateway.chain.read<{ chain_id: string }>('get_info'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await gateway.close();
  });

  async function python(...args: string[]): Promise<string> {
    // In an empty folder: the package is found where it was installed.
    const { code, output } = await runProgram(PYTHON, args, { cwd: folder });
    expect({ code, output }).toEqual({ code: 0, output });
    return output;
  }

  /** Data of the actions of a proposal as another library packs it, by the ABIs of the chain. */
  async function packedData({ actions }: Proposal): Promise<string[]> {
    return Promise.all(
      actions.map(async (action) => {
        const { abi } = await gateway.chain.read<{ abi: unknown }>('get_abi', {
          account_name: action.account,
        });
        const packed = Action.from(action as never, ABI.from(abi as string));
        return String(packed.data);
      }),
    );
  }

  it('the Python client accepts what the gateway composes, and no changed call and no flipped bit', async () => {
    await gateway.execute('place_order', { ...ORDER, side: 'sell', price: '1000000' });
    await gateway.execute('lend', { account: 'alice', amount_usdt: '100' });
    gateway.chain.devchain.chain.produceBlock();
    const calls = [];
    for (const [tool, body] of CALLS) {
      const proposal = await gateway.compose(tool, body);
      calls.push({ tool, body, proposal, data: await packedData(proposal) });
    }
    const file = path.join(folder, 'calls.json');
    writeFileSync(file, JSON.stringify({ chain_id: chainId, calls, other: OTHER }));
    const counts = JSON.parse(await python(path.join(FOLDER, 'tests', 'check_proposals.py'), file)) as object;
    expect(counts).toEqual({
      verified: calls.length,
      changed: expect.any(Number),
      flipped: expect.any(Number),
    });
  });

  it('the Python client pays once for a request id, signs no changed proposal, and repeats nothing that could happen twice', async () => {
    const key = gateway.chain.keyOf('alice').data.hexString;
    const output = await python(path.join(FOLDER, 'tests', 'journey.py'), gateway.url, chainId, key);
    expect(output).toContain('the bytes are not those of the call');
    expect(output).toMatch(/^done$/m);
  });

  it('the types of the Python client are strict, and a call with a wrong member is an error', async () => {
    const strict = ['-m', 'mypy', '--strict', '--no-incremental'];
    await python(...strict, '-p', 'chain_tool_client');
    await python(...strict, path.join(FOLDER, 'tests', 'journey.py'));
    const wrong = path.join(folder, 'wrong.py');
    writeFileSync(
      wrong,
      'from chain_tool_client import GatewayClient\nGatewayClient("x").call("get_orderbook", {"pairs": "btcusdt"})\n',
    );
    const { code, output } = await runProgram(PYTHON, [...strict, wrong], { cwd: folder });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('call') });
  });
});
