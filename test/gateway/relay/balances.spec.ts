import { serializeAbi, abiHash } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import type { TestingModule } from '@nestjs/testing';
import { Networks } from '@app/networks';
import { balancesAnswer } from '../../../apps/gateway/src/account/account-answer';
import { Balances } from '../../../apps/gateway/src/lookups/holdings/balances';
import { NetworkRegistry } from '../../../apps/gateway/src/network/network-registry';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { FakeChain, nodeosError } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { startTools } from '../support/start-tools';

const LENDING_ABI = serializeAbi(
  ABI.from({
    version: 'eosio::abi/1.2',
    structs: [{ name: 'row', base: '', fields: [] }],
    tables: [{ name: 'vault', index_type: 'i64', key_names: [], key_types: [], type: 'row' }],
  }),
);

/** A chain with these balances (`contract account`), and these vaults of its lending contract. */
class FakeBank {
  balances: Record<string, string[]> = {};
  vaults: { owner: string; vault: string }[] = [];
  lendingAbi: Uint8Array = LENDING_ABI;

  answer(path: string, asked: Record<string, string>): unknown {
    if (path === '/v1/chain/get_currency_balance')
      return this.balances[`${asked['code']} ${asked['account']}`] ?? [];
    if (path === '/v1/chain/get_table_rows') return { rows: this.vaults, more: false, next_key: '' };
    if (path !== '/v1/chain/get_raw_abi') return undefined;
    const raw = asked['account_name'] === 'loan' ? this.lendingAbi : new Uint8Array();
    return {
      account_name: asked['account_name'],
      abi_hash: abiHash(raw),
      abi: Buffer.from(raw).toString('base64'),
    };
  }
}

describe('balances of an account', () => {
  let bank: FakeBank;
  let node: FakeNode;
  let tools: TestingModule;
  beforeEach(async () => {
    bank = new FakeBank();
    node = await FakeNode.start(new FakeChain('balances'));
    node.override = (path, body, response) => {
      const answer = body === '' ? undefined : bank.answer(path, JSON.parse(body) as Record<string, string>);
      if (path === '/v1/chain/get_currency_stats')
        json(response, 500, nodeosError(500, 3060003, 'x', 'no table'));
      else if (answer === undefined) return false;
      else json(response, 200, answer);
      return true;
    };
  });
  afterEach(async () => {
    await tools.close();
    await node.stop();
  });
  const balances = async (missing?: string) => {
    tools = await startTools([node.url]);
    // Without contracts nothing would match: these are about the reading.
    jest.spyOn(tools.get(ProfileMonitor), 'assertEntries').mockReturnValue(undefined);
    jest
      .spyOn(tools.get(ProfileMonitor), 'matches')
      .mockImplementation((_network, entry) => entry !== missing);
    const network = tools.get(NetworkRegistry).of('mainnet');
    return balancesAnswer(network.profile, (await tools.get(Balances).of(network, 'alice')).units);
  };

  it('balances of an account are zero with all decimals without tokens', async () => {
    expect(await balances()).toEqual({
      BTC: '0.00000000',
      USDT: '0.00000000',
      NATIVE: '0.0000',
      TPF: '0.00000000',
      CBTC: '0.00000000',
    });
  });

  it('balances of an account do not include tokens of another contract with the same symbol', async () => {
    bank.balances = { 'btc.token alice': ['1.00000001 BTC'], 'fake.token alice': ['99.00000000 BTC'] };
    expect(await balances()).toMatchObject({ BTC: '1.00000001' });
  });

  it('balances of an account of CBTC include the collateral of the vault', async () => {
    bank.vaults = [{ owner: 'alice', vault: '2kcv5ga.loan' }];
    bank.balances = {
      'cbtc.token alice': ['0.00000001 CBTC'],
      'cbtc.token 2kcv5ga.loan': ['4611686018.42738790 CBTC'],
    };
    expect(await balances()).toMatchObject({ CBTC: '4611686018.42738791' });
  });

  it('balances of an account of CBTC do not include the vault of another account', async () => {
    bank.vaults = [{ owner: 'bob', vault: '2kcv5ga.loan' }];
    bank.balances = { 'cbtc.token 2kcv5ga.loan': ['5.00000000 CBTC'] };
    expect(await balances()).toMatchObject({ CBTC: '0.00000000' });
  });

  it.each([
    ['BTC', 'tokens.BTC'],
    ['TPF', 'tokens.TPF'],
    ['CBTC', 'tokens.CBTC'],
    ['CBTC', 'tables.vaults'],
  ])(
    'balances of an account are null for %s when %s does not match the chain, and the others are returned',
    async (symbol, entry) => {
      bank.balances = { 'usdt.token alice': ['7.00000000 USDT'], 'btc.token alice': ['1.00000000 BTC'] };
      const found = await balances(entry);
      expect(found).toMatchObject({ [symbol]: null, USDT: '7.00000000' });
      expect(Object.values(found).filter((amount) => amount === null)).toHaveLength(1);
    },
  );

  it('balances of an account are an error when the precision differs from the profile', async () => {
    bank.balances = { 'btc.token alice': ['1.0000 BTC'] };
    await expect(balances()).rejects.toThrow('tokens.BTC: the chain keeps it with 4 decimals, not 8');
  });
});

describe('a profile whose chain is unreachable at first', () => {
  it('a profile whose chain is unreachable at first is checked against the profile once the chain answers', async () => {
    const chain = new FakeChain('late');
    const first = await FakeNode.start(chain);
    const port = Number(new URL(first.url).port);
    await first.stop();
    const tools = await startTools([first.url]);
    const monitor = tools.get(ProfileMonitor);
    const { profile } = tools.get(Networks).of('mainnet');
    expect(() => monitor.assertEntries(profile, 'tokens.BTC')).not.toThrow();
    await expect(monitor.check(tools.get(Networks).of('mainnet'))).rejects.toThrow('cannot be reached');
    const late = await FakeNode.start(chain, port);
    late.override = (path, _body, response) => {
      if (path === '/v1/chain/get_info') return false;
      json(response, 400, nodeosError(400, 3060002, 'account_query_exception', 'no account'));
      return true;
    };
    const refusal = () => {
      try {
        monitor.assertEntries(profile, 'tokens.BTC');
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    while (refusal() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(refusal()).toContain('tokens.BTC: account btc.token does not exist');
    await tools.close();
    await late.stop();
  });
});
