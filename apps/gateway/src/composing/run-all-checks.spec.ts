import { toolError } from '@app/chain-tools';
import { runAllChecks } from './run-all-checks';

describe('runAllChecks', () => {
  const sender = toolError('UNKNOWN_PERMISSION', 'alice', 'agent', 'active, owner');
  const receiver = toolError('UNKNOWN_ACCOUNT', 'nobody', 'mainnet');
  const mismatch = toolError('PROFILE_MISMATCH', 'tables.pools', 'account loan has no contract');
  const outage = toolError('UPSTREAM_UNAVAILABLE', 'mainnet', 'timeout');
  const failing = (errors: readonly Error[]) =>
    runAllChecks(...errors.map((error) => () => Promise.reject(error))).catch((error: unknown) => error);
  const thrown = (error: Error) => (): never => {
    throw error;
  };

  it('runAllChecks returns the values of all checks when every check passes', async () => {
    const values = await runAllChecks(
      () => Promise.resolve(1),
      () => 'two',
    );
    expect(values).toEqual([1, 'two']);
  });

  it('runAllChecks reports every client error in one message, without duplicates', async () => {
    expect(await failing([sender, receiver, sender])).toMatchObject({
      ...{ kind: 'UNKNOWN_PERMISSION', status: 400 },
      message:
        'account alice has no permission agent; it has: active, owner; account nobody does not exist on mainnet',
    });
  });

  it('runAllChecks reports errors that checks throw synchronously', async () => {
    const failure = runAllChecks(thrown(sender), thrown(receiver)).catch((error: Error) => error.message);
    expect(await failure).toMatch(/^account alice .*; account nobody /);
  });

  it.each<[string, Error[], Error]>([
    ['a single client error', [receiver], receiver],
    ['a profile that does not match the chain', [sender, mismatch, receiver], mismatch],
    ['the client error beside an outage', [outage, receiver], receiver],
    ['the first failure when none is a client error', [outage, new Error('defect')], outage],
  ])('runAllChecks rejects with %s unchanged', async (_case, failures, expected) => {
    expect(await failing(failures)).toBe(expected);
  });
});
