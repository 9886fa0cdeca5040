import { ClientBudgets } from './client-budgets';
import { ClientLimits } from './client-limits';

const of = (remoteAddress: string, forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
});

describe('ClientBudgets', () => {
  it('a client that has spent its budget waits until a part is back, and others do not', () => {
    let now = 0;
    const budgets = new ClientBudgets(1_000, 10_000, () => now);
    budgets.charge('a', 1_500);
    expect(budgets.waitSeconds('a')).toBe(5);
    expect(budgets.waitSeconds('b')).toBeUndefined();
    now = 4_999;
    expect(budgets.waitSeconds('a')).toBe(1);
    now = 5_001;
    expect(budgets.waitSeconds('a')).toBeUndefined();
  });

  it('work that was charged in advance is given back, and never below zero', () => {
    const budgets = new ClientBudgets(1_000, 10_000, () => 0);
    budgets.charge('a', 1_000);
    budgets.charge('a', -1_500);
    budgets.charge('a', 999);
    expect(budgets.waitSeconds('a')).toBeUndefined();
  });
});

describe('ClientLimits', () => {
  const settings = {
    budgetMs: 900,
    trustedProxies: ['10.0.0.1'],
    unlimited: ['192.168.0.0/16', 'fd00::/8', '::1', '2001:db8:1:2::9'],
  };

  it('dear requests that run at once are charged in advance, each with its own work at its end', () => {
    const limits = new ClientLimits(settings);
    const first = limits.charge(of('203.0.113.1'), true);
    const second = limits.charge(of('203.0.113.1'), true);
    expect(limits.charge(of('203.0.113.1'), true)).toEqual(expect.any(Number));
    for (const each of [first, second]) if (typeof each === 'object') each.worked(10);
    expect(limits.charge(of('203.0.113.1'), true)).toMatchObject({ client: '203.0.113.1' });
  });

  it('clients behind a trusted proxy are distinguished, those behind another one are one client', () => {
    const limits = new ClientLimits(settings);
    expect(limits.charge(of('10.0.0.1', '203.0.113.7'), false)).toMatchObject({ client: '203.0.113.7' });
    expect(limits.charge(of('10.0.0.2', '203.0.113.7'), false)).toMatchObject({ client: '10.0.0.2' });
  });

  it.each([['192.168.4.4'], ['::ffff:192.168.4.4'], ['fd00:1:2:3::9'], ['::1'], ['2001:db8:1:2::9']])(
    '%s has no limit',
    (address) => {
      const limits = new ClientLimits(settings);
      for (let count = 0; count < 5; count++)
        expect(limits.charge(of(address), true)).toMatchObject({ client: undefined });
    },
  );

  it('the neighbours of an address without limits have one, and have it in common', () => {
    const limits = new ClientLimits(settings);
    for (const last of [8, 10])
      expect(limits.charge(of(`2001:db8:1:2::${last}`), true)).toMatchObject({ client: '2001:db8:1:2::/64' });
    expect(limits.charge(of('2001:db8:1:2::8'), true)).toEqual(expect.any(Number));
  });

  it('a budget of 0 is no limit', () => {
    expect(new ClientLimits({ ...settings, budgetMs: 0 }).charge(of('203.0.113.1'), true)).toMatchObject({
      client: undefined,
    });
  });
});
