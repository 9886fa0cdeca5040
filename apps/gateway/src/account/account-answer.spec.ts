import type { ChainAccount } from '@app/upstream';
import { accountAnswer } from './account-answer';

const account: ChainAccount = {
  name: 'alice',
  createdMs: Date.UTC(2026, 10, 21, 12, 0, 0, 500),
  ram: { used: 3446n, quota: 9_007_199_254_740_993n },
  cpu: { used: 420n, available: 99_580n, max: 100_000n },
  net: { used: -1n, available: -1n, max: -1n },
  permissions: [
    {
      name: 'active',
      parent: 'owner',
      threshold: 2,
      keys: [{ key: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT', weight: 1 }],
      accounts: [{ actor: 'bob', permission: 'active', weight: 1 }],
      waits: [{ wait_sec: 3600, weight: 1 }],
      linkedActions: [{ contract: 'dex', action: null }],
    },
  ],
};
const balances = {
  BTC: '1.00000000',
  USDT: '0.00000000',
  NATIVE: '5.0000',
  TPF: '0.00000000',
  CBTC: '0.00000000',
};

describe('the answer about an account', () => {
  const answer = accountAnswer(account, { balances, pool_shares: [], locked: null });

  it('the answer about an account names the time with its zone', () => {
    expect(answer.created).toBe('2026-11-21T12:00:00.500Z');
  });

  it('the answer about an account has the permissions with everything that may sign', () => {
    expect(answer.permissions[0]).toEqual({
      name: 'active',
      parent: 'owner',
      threshold: 2,
      keys: [{ key: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT', weight: 1 }],
      accounts: [{ actor: 'bob', permission: 'active', weight: 1 }],
      waits: [{ wait_sec: 3600, weight: 1 }],
      linked_actions: [{ contract: 'dex', action: null }],
    });
  });

  it('the answer about an account has null for unlimited, and a string where a JSON number would not be exact', () => {
    expect(answer.resources).toEqual({
      ram: { used: 3446, quota: '9007199254740993' },
      cpu: { used: 420, available: 99_580, max: 100_000 },
      net: { used: null, available: null, max: null },
    });
  });

  it('the answer about an account has unlimited memory when the chain says -1', () => {
    expect(
      accountAnswer(
        { ...account, ram: { used: 1n, quota: -1n } },
        { balances, pool_shares: [], locked: null },
      ).resources.ram.quota,
    ).toBeNull();
  });
});
