import { bytesToHex, ByteWriter, nameToValue, tokenSymbolToValue } from '@app/antelope';
import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';
import type { ActionTrace } from '@app/upstream';
import { runEffects } from './run-effects';

const profile = new ContractProfile('test.yaml', readProfile(developmentProfileFile()).entries());

interface Moved {
  readonly names: readonly string[];
  readonly units?: bigint;
  readonly symbol?: string;
  readonly precision?: number;
  readonly after?: number[];
}

/** Packed data of an action of the standard token contract. */
function data({ names, units = 150n, symbol = 'BTC', precision = 8, after = [0] }: Moved): string {
  const writer = new ByteWriter();
  for (const name of names) writer.uint64(nameToValue(name));
  writer.int64(units);
  writer.uint64(tokenSymbolToValue({ symbol, precision }));
  for (const byte of after) writer.uint8(byte);
  return bytesToHex(writer.finish());
}

const transfer = data({ names: ['alice', 'bob'] });
const trace = (change: Partial<ActionTrace> = {}): ActionTrace => ({
  receiver: 'btc.token',
  contract: 'btc.token',
  name: 'transfer',
  actors: ['alice'],
  data: transfer,
  root: 0,
  ...change,
});
const effectsOf = (...actions: ActionTrace[]) =>
  runEffects(profile, { status: 'ok', error: null, actions }, 'alice');
const changesOf = (...actions: ActionTrace[]) =>
  effectsOf(...actions).changes?.map(({ account, token, change }) => `${account} ${change} ${token}`);

describe('the effects of a dry run', () => {
  it('the effects of a dry run count what a token contract ran, and no notification of it', () => {
    expect(changesOf(trace(), trace({ receiver: 'alice' }), trace({ receiver: 'bob' }))).toEqual([
      'alice -0.00000150 BTC',
      'bob 0.00000150 BTC',
    ]);
  });

  it('the effects of a dry run are sums, without the balances that end as they began', () => {
    const back = trace({ data: data({ names: ['bob', 'carol'] }) });
    expect(changesOf(trace(), back)).toEqual(['alice -0.00000150 BTC', 'carol 0.00000150 BTC']);
    expect(changesOf(trace(), trace({ data: data({ names: ['bob', 'alice'] }) }))).toEqual([]);
  });

  it('the effects of a dry run list the signer first', () => {
    const paid = data({ names: ['bob', 'alice'], symbol: 'USDT' });
    const usdt = { receiver: 'usdt.token', contract: 'usdt.token', data: paid };
    expect(changesOf(trace({ data: data({ names: ['bob', 'carol'] }) }), trace(usdt))).toEqual([
      'alice 0.00000150 USDT',
      'bob -0.00000150 BTC',
      'carol 0.00000150 BTC',
      'bob -0.00000150 USDT',
    ]);
  });

  it('the effects of a dry run take what is retired from the issuer, who alone may do it', () => {
    const retired = { name: 'retire', data: data({ names: [] }) };
    expect(changesOf(trace({ ...retired, actors: ['issuer', 'issuer'] }))).toEqual([
      'issuer -0.00000150 BTC',
    ]);
    expect(changesOf(trace({ ...retired, actors: ['issuer', 'alice'] }))).toBeUndefined();
  });

  it('the effects of a dry run give what is issued to the issuer, from where older contracts send it to a receiver', () => {
    const issued = (to: string, actors: string[]) =>
      trace({ name: 'issue', data: data({ names: [to] }), actors });
    expect(changesOf(issued('issuer', ['issuer']))).toEqual(['issuer 0.00000150 BTC']);
    const sent = trace({ data: data({ names: ['issuer', 'bob'] }), actors: ['issuer'] });
    expect(changesOf(issued('bob', ['issuer']), sent)).toEqual(['bob 0.00000150 BTC']);
    expect(changesOf(issued('issuer', ['issuer', 'alice']))).toBeUndefined();
  });

  it('the effects of a dry run name the contract of a token that is not in the profile, whatever its symbol', () => {
    const fake = { receiver: 'fake.token', contract: 'fake.token' };
    expect(changesOf(trace(fake))).toEqual([
      'alice -0.00000150 BTC@fake.token',
      'bob 0.00000150 BTC@fake.token',
    ]);
    // A contract of the profile with the symbol of another one, and with one of its own.
    const usdt = data({ names: ['alice', 'bob'], symbol: 'USDT' });
    expect(changesOf(trace({ data: usdt }))?.[0]).toBe('alice -0.00000150 USDT@btc.token');
    const shares = data({ names: ['alice', 'bob'], symbol: 'TPE' });
    expect(changesOf(trace({ receiver: 'pool.token', contract: 'pool.token', data: shares }))?.[0]).toBe(
      'alice -0.00000150 TPE',
    );
  });

  it.each<[string, Partial<ActionTrace>]>([
    ['too short', { data: transfer.slice(0, 60) }],
    ['without a memo', { data: data({ names: ['alice', 'bob'], after: [] }) }],
    ['with a memo that is cut off', { data: data({ names: ['alice', 'bob'], after: [9, 1] }) }],
    ['far too long', { data: transfer + '00'.repeat(5_000) }],
    ['of a negative amount', { data: data({ names: ['alice', 'bob'], units: -150n }) }],
    ['of nothing', { data: data({ names: ['alice', 'bob'], units: 0n }) }],
    ['with other decimals than the profile', { data: data({ names: ['alice', 'bob'], precision: 4 }) }],
    ['of an action that the standard contract does not have', { name: 'burn' }],
  ])('the effects of a dry run are unknown, with a warning, after data %s', (_, change) => {
    const { changes, movements, warnings } = effectsOf(trace(), trace(change));
    expect([changes, movements]).toEqual([null, null]);
    expect(warnings).toEqual([
      {
        code: 'effects_unknown',
        message: expect.stringContaining('which balances change is not known') as string,
      },
    ]);
  });

  it('the effects of a dry run without readable traces are unknown, with a warning; of a failed one there are none', () => {
    const unread = runEffects(profile, { status: 'ok', error: null, actions: null }, 'alice');
    expect([unread.changes, unread.warnings.length]).toEqual([null, 1]);
    const failed = runEffects(profile, { status: 'failed', error: 'x', actions: null }, 'alice');
    expect([failed.changes, failed.warnings]).toEqual([null, []]);
  });
});
