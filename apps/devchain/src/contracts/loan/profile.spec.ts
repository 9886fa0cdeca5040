import { checkProfile, developmentProfileFile, readProfile, type Role } from '@app/networks';
import { bridgeContract } from '../bridge/contract';
import { vaultsContract } from '../vaults/contract';
import { loanContract } from './contract';

const ROLES: readonly Role[] = ['lending', 'btc_bridge', 'vault_bridge'];

describe('development profile', () => {
  it('the development profile names the deployed actions, fields and tables of lending and the bridges', () => {
    const profile = readProfile(developmentProfileFile());
    const { accounts, actions, tables } = profile.entries();
    const abis = new Map(
      [loanContract, bridgeContract, vaultsContract].map(({ account, abi }) => [account, abi]),
    );
    const ours = [
      ...ROLES.map((role) => `accounts.${role}`),
      ...Object.entries(tables).flatMap(([key, { code }]) => (ROLES.includes(code) ? [`tables.${key}`] : [])),
      ...Object.entries(actions).flatMap(([key, { account }]) =>
        ROLES.some((role) => role === account) ? [`actions.${key}`] : [],
      ),
    ];
    expect([accounts.lending, accounts.btc_bridge, accounts.vault_bridge]).toEqual([
      'loan',
      'bridge',
      'vaults',
    ]);
    const rows = checkProfile(profile, { abis, tokenStats: new Map(), findings: new Map() }).filter(
      ({ entry }) => ours.includes(entry),
    );
    expect(rows.filter(({ ok }) => !ok)).toEqual([]);
    expect(rows.map(({ entry }) => entry).sort()).toEqual(ours.sort());
    expect(ours.length).toBeGreaterThan(20);
  });
});
