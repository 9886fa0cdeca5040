import fc from 'fast-check';
import { lendingAddress, LendingChain } from '../../../harness/chain/lending-chain';
import { longOr } from '../../../harness/long';
import { LONG_PROPERTY } from '../../../harness/long-property';
import { REGTEST } from '../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import {
  approve,
  btcblocks,
  btcsend,
  cancel,
} from '../../../../apps/devchain/src/contracts/bridge/signatures';
import { pegOutsTable, pegInsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC } from '../../../../apps/devchain/src/contracts/shared/tokens';

const PEOPLE = ['alice', 'bob'] as const;
const OUTSIDE = simulatedAddress('nobody', REGTEST);
const START = 10n ** 9n;

const person = fc.constantFrom(...PEOPLE);
const units = fc.oneof(fc.bigInt({ min: 1n, max: 20_000n }), fc.bigInt({ min: 1n, max: 2n * 10n ** 8n }));
const id = fc.bigInt({ min: 0n, max: 15n });
const steps = fc.oneof(
  fc.record({ kind: fc.constant('payIn' as const), person, units }),
  fc.record({ kind: fc.constant('payOut' as const), person, units, to: fc.constantFrom('bob', 'nobody') }),
  fc.record({ kind: fc.constant('blocks' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 59, 60) }),
  fc.record({ kind: fc.constant('approve' as const), id }),
  fc.record({ kind: fc.constant('cancel' as const), id }),
);

interface PlainOut {
  id: bigint;
  from: string;
  units: bigint;
  to: string;
  requestedMs: number;
  state: 'review' | 'pending' | 'completed' | 'canceled';
  sentAt?: number;
}

/** The rules of docs/contracts/bridge.md a second time: two lists and a height. */
class PlainBridge {
  height = 0;
  /** Of the block that is made. */
  nowMs = 0;
  readonly balances = new Map<string, bigint>(PEOPLE.map((name) => [name, START]));
  readonly ins: { to: string; units: bigint; height: number; isCredited: boolean }[] = [];
  readonly outs: PlainOut[] = [];

  payIn(to: string, amount: bigint): boolean {
    this.ins.push({ to, units: amount, height: this.height, isCredited: false });
    return true;
  }

  payOut(from: string, amount: bigint, to: string): boolean {
    if (amount < 10_000n || (this.balances.get(from) ?? 0n) < amount) return false;
    this.#add(from, -amount);
    const state = amount >= 100_000_000n ? 'review' : 'pending';
    // Kept in whole seconds.
    const requestedMs = this.nowMs - (this.nowMs % 1_000);
    this.outs.push({ id: BigInt(this.outs.length + 1), from, units: amount, to, state, requestedMs });
    return true;
  }

  blocks(count: number): boolean {
    this.height += count;
    for (const one of this.ins.filter(({ isCredited, height }) => !isCredited && height + 3 <= this.height)) {
      one.isCredited = true;
      this.#add(one.to, one.units);
    }
    for (const out of this.outs.filter(({ state }) => state === 'review'))
      if (this.nowMs - out.requestedMs >= 60_000) out.state = 'pending';
    for (const out of this.outs.filter(({ state }) => state === 'pending')) {
      if (out.sentAt === undefined) {
        out.sentAt = this.height;
        if (out.to === 'bob') this.payIn('bob', out.units - this.fee(out) - 2_000n);
      } else if (out.sentAt + 3 <= this.height) out.state = 'completed';
    }
    return true;
  }

  approve(number: bigint): boolean {
    const out = this.outs.find((one) => one.id === number && one.state === 'review');
    if (out === undefined) return false;
    out.state = 'pending';
    return true;
  }

  cancel(number: bigint): boolean {
    const out = this.outs.find((one) => one.id === number && ['review', 'pending'].includes(one.state));
    if (out === undefined || out.sentAt !== undefined) return false;
    out.state = 'canceled';
    this.#add(out.from, out.units);
    return true;
  }

  /** One in a thousand and a unit for the rest, from 1000 to a million units. */
  fee(out: PlainOut): bigint {
    const part = out.units / 1_000n + (out.units % 1_000n === 0n ? 0n : 1n);
    return part < 1_000n ? 1_000n : part > 1_000_000n ? 1_000_000n : part;
  }

  /** Balance of the bridge: unsent peg-outs and its fees. */
  held(): bigint {
    return this.outs.reduce((sum, out) => {
      if (out.state === 'canceled') return sum;
      return sum + (out.state === 'completed' ? this.fee(out) : out.units);
    }, 0n);
  }

  #add(name: string, amount: bigint): void {
    this.balances.set(name, (this.balances.get(name) ?? 0n) + amount);
  }
}

describe('BTC bridge', () => {
  it('the BTC bridge issues only tokens deposited from Bitcoin and retires only tokens withdrawn to it', () => {
    let [count, refused] = [0, 0];
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 120, size: 'max' }), (sequence) => {
        const chain = new LendingChain([]);
        const plain = new PlainBridge();
        const supply = chain.supply(BTC);
        for (const step of sequence) {
          plain.nowMs = chain.nextMs;
          const isTaken = runPlain(plain, step);
          // A digest reads the whole state: one refusal in three is enough.
          chain.isWatched = !isTaken && refused++ % 3 === 0;
          expect(chain.refusalOf(() => runOnChain(chain, step)) === undefined).toBe(isTaken);
          count++;
          expectSame(chain, plain, supply);
        }
      }),
      { numRuns: longOr(160, 12), ...LONG_PROPERTY },
    );
    expect(count).toBeGreaterThan(longOr(1_000, 500));
  });
});

type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

function runPlain(plain: PlainBridge, step: Step): boolean {
  if (step.kind === 'payIn') return plain.payIn(step.person, step.units);
  if (step.kind === 'payOut') return plain.payOut(step.person, step.units, step.to);
  if (step.kind === 'blocks') return plain.blocks(step.count);
  if (step.kind === 'wait') return true;
  return step.kind === 'approve' ? plain.approve(step.id) : plain.cancel(step.id);
}

function runOnChain(chain: LendingChain, step: Step): unknown {
  if (step.kind === 'payIn') {
    const btc_address = lendingAddress('bridge', step.person);
    return chain.push('relayer', 'bridge', btcsend, { btc_address, quantity: amountOf(BTC, step.units) });
  }
  if (step.kind === 'payOut') {
    const memo = step.to === 'bob' ? lendingAddress('bridge', 'bob') : OUTSIDE;
    return chain.send(step.person, 'bridge', BTC, step.units, memo);
  }
  if (step.kind === 'blocks') return chain.push('relayer', 'bridge', btcblocks, { count: step.count });
  if (step.kind === 'wait') {
    chain.wait(step.seconds);
    return;
  }
  if (step.kind === 'approve') return chain.push('relayer', 'bridge', approve, { id: step.id });
  return chain.push('relayer', 'bridge', cancel, { id: step.id, reason: '' });
}

function expectSame(chain: LendingChain, plain: PlainBridge, supply: bigint): void {
  for (const name of PEOPLE) expect(chain.balance(name, BTC)).toBe(plain.balances.get(name));
  expect(chain.balance('bridge', BTC)).toBe(plain.held());
  for (const scope of ['review', 'pending', 'completed', 'canceled'] as const) {
    expect(
      chain
        .rows('bridge', scope, pegOutsTable)
        .map((row) => [row.id, row.account, row.tx_fee.units, row.net_amount.units]),
    ).toEqual(
      plain.outs
        .filter(({ state }) => state === scope)
        .map((out) => [out.id, out.from, plain.fee(out), out.units - plain.fee(out) - 2_000n]),
    );
  }
  const credited = plain.ins.filter(({ isCredited }) => isCredited);
  expect(
    chain.rows('bridge', 'confirmed', pegInsTable).map((row) => [row.account, row.quantity.units]),
  ).toEqual(credited.map(({ to, units: amount }) => [to, amount]));
  const came = credited.reduce((sum, { units: amount }) => sum + amount, 0n);
  const left = plain.outs
    .filter(({ state }) => state === 'completed')
    .reduce((sum, out) => sum + out.units - plain.fee(out), 0n);
  expect(chain.supply(BTC)).toBe(supply + came - left);
  expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
}
