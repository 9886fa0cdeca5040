import { decodeType, nameToValue } from '@app/antelope';
import * as fc from 'fast-check';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../../harness/chain/in-process-chain';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { agreementOf } from '../../../../apps/devchain/src/contracts/oracle/agreement';
import { oracleContract } from '../../../../apps/devchain/src/contracts/oracle/contract';
import { addfeeder, rmfeeder, submit } from '../../../../apps/devchain/src/contracts/oracle/signatures';

const FEEDERS = ['alice', 'bob', 'carol', 'bridge', 'vaults'];
const ROUND_MS = 60_000;

/** A chain with an oracle whose feeders are registered; all accounts but the funded ones obey `eosio`. */
class OracleChain {
  readonly kernel: InProcessChain;

  constructor(feeders: readonly string[] = FEEDERS, additionalAccounts: readonly string[] = []) {
    this.kernel = new InProcessChain({
      contracts: [oracleContract, ...additionalAccounts.map(createTokenContract)],
    });
    for (const feeder of feeders) this.addFeeder(feeder);
    this.nextRound();
  }

  addFeeder(feeder: string, authorizer = 'oracle'): void {
    this.#push(actionOf('oracle', addfeeder, { feeder }, authorizer));
  }

  removeFeeder(feeder: string, authorizer = 'oracle'): void {
    this.#push(actionOf('oracle', rmfeeder, { feeder }, authorizer));
  }

  submit(feeder: string, price: string, pair = 'btcusd', authorizer = feeder): void {
    this.#push(actionOf('oracle', submit, { feeder, pair, price }, authorizer));
  }

  nextRound(): void {
    const sinceRound = this.kernel.clock.now() % ROUND_MS;
    this.kernel.clock.advance(ROUND_MS - sinceRound);
    this.kernel.nextBlock();
  }

  rows(scope: string, table: string, rowType: string) {
    const { chain } = this.kernel;
    const rows = chain.table('oracle', nameToValue(scope), table)?.rows() ?? [];
    return [...rows].map(({ value }) => decodeType(chain.abi('oracle')!.parsed, rowType, value));
  }

  get price() {
    return this.rows('oracle', 'aggfeeds', 'aggregate')[0] as
      { pair: string; price: string; updated_at: string; round: number; feeders: string[] } | undefined;
  }

  #push(action: ReturnType<typeof actionOf>): void {
    const { actor = '' } = action.authorization[0] ?? {};
    const signer = ['alice', 'bob', 'carol'].includes(actor) ? actor : 'eosio';
    this.kernel.push([action], { keys: [this.kernel.key(signer)] });
    this.kernel.nextBlock();
  }
}

describe('oracle', () => {
  it('the oracle has no price until three feeders of one round agree', () => {
    const chain = new OracleChain();
    chain.submit('alice', '80000');
    chain.submit('bob', '80100.5');
    expect(chain.price).toBeUndefined();
    const nowMs = chain.kernel.clock.now() + 500;
    chain.submit('carol', '80200');
    expect(chain.price).toEqual({
      pair: 'btcusd',
      price: '80100.16666666',
      updated_at: new Date(nowMs).toISOString().slice(0, 19),
      round: Math.floor(nowMs / ROUND_MS),
      feeders: ['alice', 'bob', 'carol'],
    });
  });

  it('the oracle recalculates a round with every further submission', () => {
    const chain = new OracleChain();
    for (const feeder of ['alice', 'bob', 'carol']) chain.submit(feeder, '80000');
    chain.submit('bridge', '84000');
    expect(chain.price).toMatchObject({
      price: '81000.00000000',
      feeders: ['alice', 'bob', 'bridge', 'carol'],
    });
  });

  it('the oracle ignores outliers', () => {
    const chain = new OracleChain();
    for (const feeder of ['alice', 'bob', 'carol']) chain.submit(feeder, '80000');
    chain.submit('bridge', '160000');
    chain.submit('vaults', '1');
    expect(chain.price).toMatchObject({ price: '80000.00000000', feeders: ['alice', 'bob', 'carol'] });
  });

  it('the oracle keeps its price while rounds are skipped', () => {
    const chain = new OracleChain();
    for (const feeder of ['alice', 'bob', 'carol']) chain.submit(feeder, '80000');
    const before = chain.price;
    chain.nextRound();
    chain.submit('alice', '90000');
    chain.submit('bob', '90000');
    expect(chain.price).toEqual(before);
    chain.nextRound();
    chain.submit('carol', '90000');
    chain.submit('bridge', '70000');
    chain.submit('vaults', '60000');
    expect(chain.price).toEqual(before);
  });

  it('the oracle uses the last submission of a feeder, and counts each feeder once', () => {
    const chain = new OracleChain();
    for (const price of ['80000', '80000', '80000']) chain.submit('alice', price);
    expect(chain.price).toBeUndefined();
    chain.submit('bob', '90000');
    chain.submit('carol', '90000');
    expect(chain.price).toBeUndefined();
    chain.submit('alice', '90000');
    expect(chain.price).toMatchObject({ price: '90000.00000000' });
  });

  it('the oracle does not count a feeder that was removed in the round', () => {
    const chain = new OracleChain();
    chain.submit('alice', '80000');
    chain.submit('bob', '80000');
    chain.removeFeeder('bob');
    chain.submit('carol', '80000');
    expect(chain.price).toBeUndefined();
    chain.addFeeder('bob');
    chain.submit('bridge', '80000');
    expect(chain.price).toMatchObject({ feeders: ['alice', 'bridge', 'carol'] });
  });

  it('the oracle lists its feeders in a table', () => {
    const chain = new OracleChain(['carol', 'alice']);
    expect(chain.rows('oracle', 'feeders', 'feeder')).toEqual([
      { feeder: 'alice', registered_at: '2026-03-01T12:00:01' },
      { feeder: 'carol', registered_at: '2026-03-01T12:00:01' },
    ]);
  });

  it('the oracle computes the price of agreementOf for random submissions and rounds', () => {
    const prices = fc.oneof(fc.integer({ min: 90, max: 120 }), fc.integer({ min: 1, max: 300 }));
    const said = fc.record({ feeder: fc.constantFrom(...FEEDERS), price: prices });
    const steps = fc.array(
      fc.oneof({ weight: 8, arbitrary: said }, { weight: 1, arbitrary: fc.constant('round') }),
      {
        maxLength: 60,
        size: 'max',
      },
    );
    const chain = new OracleChain();
    fc.assert(
      fc.property(steps, (sequence) => {
        chain.nextRound();
        let price = chain.price?.price;
        let words = new Map<string, bigint>();
        for (const step of sequence) {
          if (typeof step === 'string') {
            chain.nextRound();
            words = new Map();
            continue;
          }
          chain.submit(step.feeder, String(step.price));
          words.set(step.feeder, BigInt(step.price) * 10n ** 8n);
          const agreement = agreementOf([...words].map(([feeder, units]) => ({ feeder, price: units })));
          price = agreement === undefined ? price : decimal(agreement.price);
          expect(chain.price?.price).toBe(price);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('the oracle refuses', () => {
  it('the 33rd feeder', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const accounts = ['x', 'y']
      .flatMap((first) => letters.map((second) => `feeder${first}${second}`))
      .slice(0, 33);
    const chain = new OracleChain([], accounts);
    for (const account of accounts.slice(0, 32)) chain.addFeeder(account);
    expect(() => {
      chain.addFeeder(accounts[32]!);
    }).toThrow('oracle: too many feeders');
  });
});

describe('the oracle refuses without a change', () => {
  const chain = new OracleChain(['alice', 'bob']);
  const notDecimal = 'oracle: price must be a decimal above zero with at most 8 decimals';

  it.each([
    [
      'a price of an account that is not a feeder',
      () => chain.submit('carol', '80000'),
      'oracle: not a registered feeder',
    ],
    [
      'a price of a feeder authorized by another account',
      () => chain.submit('alice', '80000', 'btcusd', 'bob'),
      'missing authority of alice',
    ],
    ['an unknown pair', () => chain.submit('alice', '80000', 'ethusd'), 'oracle: there is no such feed'],
    ['a price of zero', () => chain.submit('alice', '0'), notDecimal],
    ['a negative price', () => chain.submit('alice', '-1'), notDecimal],
    ['a price with too many decimals', () => chain.submit('alice', '1.000000001'), notDecimal],
    ['a price in another format', () => chain.submit('alice', '8e4'), notDecimal],
    ['an empty price', () => chain.submit('alice', ''), notDecimal],
    ['a price above 2^62 - 1 units', () => chain.submit('alice', '46116860184.27387904'), notDecimal],
    ['a feeder registered by itself', () => chain.addFeeder('carol', 'carol'), 'missing authority of oracle'],
    ['a registered feeder', () => chain.addFeeder('bob'), 'oracle: feeder is registered already'],
    ['a feeder that is not an account', () => chain.addFeeder('nobody'), 'oracle: feeder is not an account'],
    [
      'to remove an account that is not a feeder',
      () => chain.removeFeeder('carol'),
      'oracle: not a registered feeder',
    ],
    [
      'to remove a feeder without the authority of the oracle',
      () => chain.removeFeeder('bob', 'alice'),
      'missing authority of oracle',
    ],
  ])('the oracle refuses %s', (_, work, message) => {
    const before = chain.kernel.chain.stateDigest();
    expect(work).toThrow(message);
    expect(chain.kernel.chain.stateDigest()).toBe(before);
  });
});

/** Units of eight decimals as text. */
function decimal(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
