import { toolError } from '@app/tooling';
import { together } from './together';

describe('what a request has to pass', () => {
  const sender = toolError('UNKNOWN_PERMISSION', 'alice', 'agent', 'active, owner');
  const receiver = toolError('UNKNOWN_ACCOUNT', 'nobody', 'mainnet');
  const mismatch = toolError('PROFILE_MISMATCH', 'tables.pools', 'account loan has no contract');
  const outage = toolError('UPSTREAM_UNAVAILABLE', 'mainnet', 'timeout');
  const failing = (errors: readonly Error[]) =>
    together(...errors.map((error) => () => Promise.reject(error))).catch((error: unknown) => error);
  const thrown = (error: Error) => (): never => {
    throw error;
  };

  it('is handed on when all of it passes', async () => {
    const values = await together(
      () => Promise.resolve(1),
      () => 'two',
    );
    expect(values).toEqual([1, 'two']);
  });

  it('is told at once, as far as the caller has to change it, and nothing twice', async () => {
    expect(await failing([sender, receiver, sender])).toMatchObject({
      ...{ kind: 'UNKNOWN_PERMISSION', status: 400 },
      message:
        'account alice has no permission agent; it has: active, owner; account nobody does not exist on mainnet',
    });
  });

  it('may fail before it waits', async () => {
    const failure = together(thrown(sender), thrown(receiver)).catch((error: Error) => error.message);
    expect(await failure).toMatch(/^account alice .*; account nobody /);
  });

  it.each<[string, Error[], Error]>([
    ['the one refusal', [receiver], receiver],
    ['a profile that does not match the chain', [sender, mismatch, receiver], mismatch],
    ['the refusal beside an outage', [outage, receiver], receiver],
    ['the first of what is not the fault of the caller', [outage, new Error('defect')], outage],
  ])('fails with %s as it is', async (_what, failures, expected) => {
    expect(await failing(failures)).toBe(expected);
  });
});
