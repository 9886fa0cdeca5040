import { developmentProfileFile, readProfile } from '@app/networks';
import type { Network } from '../../network/network';
import { Valuations } from '../loans/valuations';
import { VaultStates } from './vault-state';

const ONE = 100_000_000n;
/** 1000 USDT of debt and 1000 shares in it. */
const POOL = {
  ...{ poolId: 6, available: 0n, shares: undefined, outstanding: 1_000n * ONE },
  debts: { aprBps: 0n, bearing: 1_000n * ONE, shares: 1_000n },
};
const LOANS = [100n, 150n].map((debt_shares, index) => ({
  ...{ id: BigInt(index + 1), account: 'alice', status: 2, debt_shares, terms: { apr_bps: 0, pool_id: 6 } },
}));

const network = {
  name: 'mainnet',
  profile: readProfile(developmentProfileFile()),
  matches: () => true,
  assertEntries: () => undefined,
  table: () => ({ code: 'loan', scope: 'queue', table: 'loanqueue' }),
  accountIndex: () => undefined,
  chain: { tableRows: () => Promise.resolve({ rows: [], more: false, nextKey: '' }) },
} as unknown as Network;

/** Fails every read of a fact that a debt does not need. */
const none = {
  of: () => Promise.reject(new Error('is not needed')),
  usable: () => Promise.reject(new Error()),
};

describe('VaultStates', () => {
  it('VaultStates know the debt of loans at risk of the pools alone', async () => {
    const pools = { atHead: () => Promise.resolve({ headTimeMs: 0, pools: [POOL] }) };
    const valuations = new Valuations(pools as never, none as never, none as never, none as never);
    const states = new VaultStates(
      { nameOf: () => Promise.resolve('alice.loan') } as never,
      { inVault: () => Promise.resolve(ONE) } as never,
      { of: () => Promise.resolve({ open: LOANS, more: false }) } as never,
      valuations,
      { usable: () => Promise.resolve(80_000n * ONE) } as never,
      { known: () => Promise.resolve(null) } as never,
    );
    expect((await states.known(network, 'alice'))?.state).toMatchObject({ debt: 250n * ONE, isTaken: true });
  });
});
