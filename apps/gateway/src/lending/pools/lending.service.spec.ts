import { developmentProfileFile, readProfile } from '@app/networks';
import { NO_EARLIER_STEPS, type StepRun } from '../../composing/effects/step-run';
import type { Network } from '../../network/network';
import { LendingService } from './lending.service';

const UNIT = 100_000_000n;
/** 100 shares for 100 USDT that are all lent out. */
const POOL = { poolId: 6, available: 0n, outstanding: 100n * UNIT };
const SUPPLY = { units: 100n * UNIT, precision: 8, symbol: 'TPF' };

const profile = readProfile(developmentProfileFile());
const network = { name: 'mainnet', profile, assertEntries: () => undefined } as unknown as Network;

/** A run that pays redemptions of 4 shares. */
const token = { name: 'TPF', contract: profile.token('TPF').contract, precision: 8 };
const run = {
  ...{ status: 'ok', error: null, earlier: NO_EARLIER_STEPS },
  movements: [{ token, from: 'loan', to: undefined, units: 4n * UNIT }],
} as unknown as StepRun;

/** The warning about a deposit of 5 USDT: the supply is read so before the dry run, and cannot be read after it. */
async function warned(shares: () => Promise<typeof SUPPLY>) {
  const logger = { warn: jest.fn() };
  const pools = { require: () => Promise.resolve(POOL), shares };
  const service = new LendingService(pools as never, {} as never, {} as never, logger as never);
  const request = service.lend(network, {
    ...{ network: 'mainnet', account: 'bob' },
    amount_usdt: '5',
    pool_id: 6,
    permission: 'active',
  });
  await request.actions();
  pools.shares = () => Promise.reject(new Error('is of another block'));
  const { warnings } = (await request.assess?.(run)) ?? {};
  return { message: warnings?.[0]?.message, logged: logger.warn.mock.calls };
}

describe('LendingService', () => {
  it('LendingService counts the redemptions that a deposit pays by the supply that it read with the pool', async () => {
    const { message, logged } = await warned(() => Promise.resolve(SUPPLY));
    expect(message).toContain(
      'it has 1.00000000 USDT left of 101.00000000 USDT, after 4.00000000 USDT are paid',
    );
    expect(logged).toEqual([]);
  });

  it('LendingService composes a deposit also where the supply cannot be read, and logs that', async () => {
    const err = new Error('no such table');
    const { message, logged } = await warned(() => Promise.reject(err));
    expect(message).toContain('of 105.00000000 USDT, and redemptions that wait are paid out of it first');
    expect(logged).toEqual([[{ network: 'mainnet', poolId: 6, err }, 'the shares of a pool are not known']]);
  });
});
