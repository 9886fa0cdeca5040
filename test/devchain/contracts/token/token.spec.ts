import { nameToValue, type PackedAction, symbolCodeToValue } from '@app/antelope';
import fc from 'fast-check';
import {
  close,
  create,
  issue,
  open,
  retire,
  transfer,
} from '../../../../apps/devchain/src/contracts/token/signatures';
import { balancesTable, tokenStatsTable } from '../../../../apps/devchain/src/contracts/token/tables';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../../harness/chain/in-process-chain';
import { LONG_PROPERTY } from '../../../harness/long-property';

const TOKEN = 'btc.token';
const BTC = { symbol: 'BTC', precision: 8 };
const MAX_SUPPLY = 21_000_000n * 10n ** 8n;
const btc = (units: bigint): typeof BTC & { units: bigint } => ({ ...BTC, units });
const pay = (from: string, to: string, units: bigint, memo = ''): PackedAction =>
  actionOf(TOKEN, transfer, { from, to, quantity: btc(units), memo }, from);

function balance(kernel: InProcessChain, account: string, symbol = 'BTC'): bigint | undefined {
  const row = kernel.chain.table(TOKEN, nameToValue(account), 'accounts')?.find(symbolCodeToValue(symbol));
  return row && decode(balancesTable.row, row.value).balance.units;
}

function supply(kernel: InProcessChain): bigint {
  const code = symbolCodeToValue('BTC');
  return decode(tokenStatsTable.row, kernel.chain.table(TOKEN, code, 'stat')!.find(code)!.value).supply.units;
}

describe('tokens', () => {
  const kernel = new InProcessChain();
  const huge = 2n ** 62n;

  it('a token is transferred with notifications to sender and receiver', () => {
    const [alice, bob] = [balance(kernel, 'alice')!, balance(kernel, 'bob')!];
    const { actionTraces } = kernel.push([pay('alice', 'bob', 5n, 'thanks')]);
    expect(actionTraces.map(({ receiver }) => receiver)).toEqual([TOKEN, 'alice', 'bob']);
    expect([balance(kernel, 'alice'), balance(kernel, 'bob')]).toEqual([alice - 5n, bob + 5n]);
  });

  it.each<[string, PackedAction, number, string]>([
    ['to the sender', pay('alice', 'alice', 1n), 3050003, 'cannot transfer to self'],
    [
      'of another account',
      { ...pay('alice', 'bob', 1n), authorization: [{ actor: 'bob', permission: 'active' }] },
      3090004,
      'missing authority of alice',
    ],
    ['to an unknown account', pay('alice', 'nobody', 1n), 3050003, 'to account does not exist'],
    ['with a quantity of zero', pay('alice', 'bob', 0n), 3050003, 'must transfer positive quantity'],
    ['with a negative quantity', pay('alice', 'bob', -1n), 3050003, 'must transfer positive quantity'],
    ['with a quantity above the maximum of an asset', pay('alice', 'bob', huge), 3050003, 'invalid quantity'],
    ['above the balance', pay('alice', 'bob', MAX_SUPPLY), 3050003, 'overdrawn balance'],
    [
      'without a balance',
      actionOf(TOKEN, transfer, { from: 'dex', to: 'bob', quantity: btc(1n), memo: '' }, 'dex'),
      3050003,
      'no balance object found',
    ],
    [
      'of an unknown token',
      actionOf(
        TOKEN,
        transfer,
        { from: 'alice', to: 'bob', quantity: { ...btc(1n), symbol: 'XYZ' }, memo: '' },
        'alice',
      ),
      3050003,
      'unable to find key',
    ],
    [
      'with another precision',
      actionOf(
        TOKEN,
        transfer,
        { from: 'alice', to: 'bob', quantity: { ...btc(1n), precision: 4 }, memo: '' },
        'alice',
      ),
      3050003,
      'symbol precision mismatch',
    ],
    [
      'with a memo of 257 bytes',
      pay('alice', 'bob', 1n, 'x'.repeat(257)),
      3050003,
      'memo has more than 256 bytes',
    ],
    [
      'with a memo of 86 characters of three bytes',
      pay('alice', 'bob', 1n, '€'.repeat(86)),
      3050003,
      'memo has more than 256 bytes',
    ],
  ])('a token is not transferred %s', (_, action, code, message) => {
    const keys = [
      kernel.key(action.authorization[0]!.actor === 'dex' ? 'eosio' : action.authorization[0]!.actor),
    ];
    const refusal = kernel.refusal([action], { keys });
    expect(refusal.code).toBe(code);
    expect(refusal.details[0]).toBe(
      code === 3050003 ? `assertion failure with message: ${message}` : message,
    );
  });

  it('a transfer accepts a memo of 256 bytes', () => {
    expect(kernel.push([pay('alice', 'bob', 1n, `${'€'.repeat(85)}x`)]).receipt).toBeDefined();
  });

  const eosio = { keys: [kernel.key('eosio')] };
  it.each<[string, PackedAction, string]>([
    [
      'created twice',
      actionOf(TOKEN, create, { issuer: 'bob', maximum_supply: btc(1n) }, TOKEN),
      'token with symbol already exists',
    ],
    [
      'created without supply',
      actionOf(TOKEN, create, { issuer: 'bob', maximum_supply: { ...btc(0n), symbol: 'NEW' } }, TOKEN),
      'max-supply must be positive',
    ],
    [
      'created without a name',
      actionOf(TOKEN, create, { issuer: 'bob', maximum_supply: { ...btc(1n), symbol: '' } }, TOKEN),
      'invalid supply',
    ],
    [
      'issued before it exists',
      actionOf(TOKEN, issue, { to: 'bridge', quantity: { ...btc(1n), symbol: 'NEW' }, memo: '' }, 'bridge'),
      'token with symbol does not exist, create token before issue',
    ],
    [
      'issued to an account other than the issuer',
      actionOf(TOKEN, issue, { to: 'dex', quantity: btc(1n), memo: '' }, 'dex'),
      'tokens can only be issued to issuer account',
    ],
    [
      'issued without a quantity',
      actionOf(TOKEN, issue, { to: 'bridge', quantity: btc(0n), memo: '' }, 'bridge'),
      'must issue positive quantity',
    ],
    [
      'issued beyond its maximum',
      actionOf(TOKEN, issue, { to: 'bridge', quantity: btc(MAX_SUPPLY), memo: '' }, 'bridge'),
      'quantity exceeds available supply',
    ],
    [
      'retired without a quantity',
      actionOf(TOKEN, retire, { quantity: btc(-5n), memo: '' }, 'bridge'),
      'must retire positive quantity',
    ],
    [
      'retired when others hold it',
      actionOf(TOKEN, retire, { quantity: btc(1n), memo: '' }, 'bridge'),
      'overdrawn balance',
    ],
    [
      'opened before it exists',
      actionOf(
        TOKEN,
        open,
        { owner: 'bridge', symbol: { symbol: 'NEW', precision: 8 }, ram_payer: 'bridge' },
        'bridge',
      ),
      'symbol does not exist',
    ],
    [
      'opened with another precision',
      actionOf(
        TOKEN,
        open,
        { owner: 'bridge', symbol: { symbol: 'BTC', precision: 4 }, ram_payer: 'bridge' },
        'bridge',
      ),
      'symbol precision mismatch',
    ],
    [
      'opened for an unknown account',
      actionOf(TOKEN, open, { owner: 'nobody', symbol: BTC, ram_payer: 'bridge' }, 'bridge'),
      'owner account does not exist',
    ],
    [
      'closed while it was never opened',
      actionOf(TOKEN, close, { owner: 'dex', symbol: BTC }, 'dex'),
      "Balance row already deleted or never existed. Action won't have any effect.",
    ],
  ])('a token is not %s', (_, action, message) => {
    const refusal = kernel.refusal([action], eosio);
    expect(refusal.details[0]).toBe(`assertion failure with message: ${message}`);
  });

  it('a token can be created by its contract and issued by its issuer only', () => {
    const byBob = actionOf(TOKEN, create, { issuer: 'bob', maximum_supply: btc(1n) }, 'bob');
    expect(kernel.refusal([byBob]).details[0]).toBe(`missing authority of ${TOKEN}`);
    const issued = actionOf(TOKEN, issue, { to: 'bridge', quantity: btc(1n), memo: '' }, 'bob');
    expect(kernel.refusal([issued]).details[0]).toBe('missing authority of bridge');
  });

  it('a token can be closed only with a balance of zero', () => {
    const fresh = new InProcessChain();
    const all = balance(fresh, 'carol')!;
    const shut = actionOf(TOKEN, close, { owner: 'carol', symbol: BTC }, 'carol');
    expect(fresh.refusal([shut]).details[0]).toContain('Cannot close because the balance is not zero.');
    fresh.push([pay('carol', 'bob', all), shut]);
    expect(balance(fresh, 'carol')).toBeUndefined();
    fresh.push([actionOf(TOKEN, open, { owner: 'carol', symbol: BTC, ram_payer: 'bob' }, 'bob')]);
    expect(balance(fresh, 'carol')).toBe(0n);
  });

  it('a token lets the sender pay for the first row of the receiver, unless the receiver agrees to', () => {
    const fresh = new InProcessChain();
    const used = (account: string): bigint => fresh.chain.account(account)!.ramUsage;
    const [alice, bob, loan] = [used('alice'), used('bob'), used('loan')];
    const row = 16n + 112n;
    const table = 112n;
    fresh.push([pay('alice', 'dex', 1n)]);
    // The genesis issuer paid for alice's row until she sent something for the first time.
    expect(used('alice') - alice).toBe(row + row + table);
    fresh.push(
      [actionOf(TOKEN, transfer, { from: 'bob', to: 'loan', quantity: btc(1n), memo: '' }, 'bob', 'loan')],
      {
        keys: [fresh.key('bob'), fresh.key('eosio')],
      },
    );
    expect(used('bob') - bob).toBe(row);
    expect(used('loan') - loan).toBe(row + table);
  });

  it('a token changes its supply by issue and retire only', () => {
    const fresh = new InProcessChain();
    const holders = ['alice', 'bob', 'carol', 'bridge', 'dex'];
    const keys = ['eosio', 'alice', 'bob', 'carol'].map((name) => fresh.key(name));
    const total = (): bigint => holders.reduce((sum, name) => sum + (balance(fresh, name) ?? 0n), 0n);
    const someone = fc.constantFrom(...holders);
    const amount = fc.bigInt({ min: -10n, max: 1_500_000_000n });
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(someone, someone, amount).map(([from, to, units]) => pay(from, to, units)),
      },
      amount.map((units) =>
        actionOf(TOKEN, issue, { to: 'bridge', quantity: btc(units), memo: '' }, 'bridge'),
      ),
      amount.map((units) => actionOf(TOKEN, retire, { quantity: btc(units), memo: '' }, 'bridge')),
      someone.map((owner) => actionOf(TOKEN, close, { owner, symbol: BTC }, owner)),
      someone.map((owner) => actionOf(TOKEN, open, { owner, symbol: BTC, ram_payer: owner }, owner)),
    );
    let succeeded = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        for (const action of steps) {
          const { actor } = action.authorization[0]!;
          const key = ['alice', 'bob', 'carol'].indexOf(actor) + 1;
          try {
            fresh.push([action], { keys: [keys[key]!] });
            succeeded++;
          } catch {
            // Refused, so nothing may have changed.
          }
          expect(total()).toBe(supply(fresh));
          expect(holders.every((name) => (balance(fresh, name) ?? 0n) >= 0n)).toBe(true);
        }
      }),
      { numRuns: 100, ...LONG_PROPERTY },
    );
    expect(succeeded).toBeGreaterThan(20);
  });
});
