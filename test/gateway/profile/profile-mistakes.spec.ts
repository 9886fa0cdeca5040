import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  checkProfile,
  type ContractProfile,
  developmentProfileFile,
  Networks,
  readProfile,
} from '@app/networks';
import { systemClock } from '@app/operations';
import { type ChainClient, Chains } from '@app/upstream';
import { type Devchain, startDevchain } from '../../../apps/devchain/src/start-devchain';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { readChainFacts } from '../../../apps/gateway/src/profile/chain-facts';
import { mainnetOn } from '../../harness/fake-node/short-timeouts';

/** Mistakes that ABIs do not show, what is written instead, and the entry and reason that name them. */
const MISTAKES: readonly (readonly [
  mistake: string,
  written: readonly [from: string, to: string],
  entry: string,
  reason: RegExp,
])[] = [
  [
    'the name of a pair',
    ['btcusdt: { name: btcusdt,', 'btcusdt: { name: btcusdx,'],
    'pairs.btcusdt',
    /no orders and no trades of btcusdx; it has pairs: btcusdt, nativebtc/,
  ],
  [
    'the index of redemptions by account',
    ["scope: '{lending}', account_index: 3 }", "scope: '{lending}', account_index: 2 }"],
    'tables.redemption_queue',
    /account_index 2 does not find the rows of an account that has some/,
  ],
  [
    'the index of loans by account',
    [
      "table: loan, scope: '{lending}', account_index: 2 }",
      "table: loan, scope: '{lending}', account_index: 9 }",
    ],
    'tables.loans',
    /account_index 9 does not find/,
  ],
  [
    'the Bitcoin network',
    ['bitcoin_network: regtest', 'bitcoin_network: mainnet'],
    'bitcoin_network',
    /has the address bcrt1\w+: /,
  ],
  [
    'the order of the prices',
    ["buys: { lower_bound: '0',", "buys: { reverse: true, lower_bound: '0',"],
    'tables.orders',
    /price_index\.buys does not begin with the best price/,
  ],
  [
    'the index of prices',
    ['position: 2\n      key_type: i128', 'position: 9\n      key_type: i128'],
    'tables.orders',
    /price_index/,
  ],
  [
    'the table of fees',
    ["table: feeconfig, scope: '{btc_bridge}'", "table: accounts, scope: '{btc_bridge}'"],
    'tables.peg_out_fees',
    /tx_fee_bps/,
  ],
];

describe('a contract profile checked against a chain with rows', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'profile-mistakes-'));
  const text = readFileSync(developmentProfileFile(), 'utf8');
  let devchain: Devchain;
  let chains: Chains;
  let chain: ChainClient;
  beforeAll(async () => {
    const settings = { name: 'profiles', host: '127.0.0.1', port: 0, seed: 'profiles', simulation: true };
    devchain = await startDevchain(settings, { contracts: DEPLOYED_CONTRACTS, blocks: 'timed' });
    const networks: Networks = mainnetOn([devchain.url]);
    chains = new Chains(networks, { clock: systemClock });
    chain = chains.of('mainnet');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await chains.close();
    await devchain.close();
  });

  const profileWith = (from: string, to: string): ContractProfile => {
    if (!text.includes(from)) throw new Error(`the profile has no ${from}`);
    const file = path.join(folder, 'profile.yaml');
    writeFileSync(file, text.replace(from, to));
    return readProfile(file);
  };
  const mismatchesOf = async (profile: ContractProfile) =>
    checkProfile(profile, await readChainFacts(chain, profile)).filter(({ ok }) => !ok);

  it('a contract profile checked against a chain with rows has no mismatch as it is shipped', async () => {
    expect(await mismatchesOf(readProfile(developmentProfileFile()))).toEqual([]);
  });

  it.each(MISTAKES)(
    'the check of the profile names a mistake in %s, and nothing else',
    async (_, [from, to], entry, reason) => {
      const mismatches = await mismatchesOf(profileWith(from, to));
      expect(mismatches.map((row) => row.entry)).toEqual([entry]);
      expect(mismatches[0]?.reason).toMatch(reason);
    },
  );
});
