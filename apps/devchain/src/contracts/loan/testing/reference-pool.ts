/** An exact fraction. Never reduced. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

export interface ReferenceCurve {
  base: bigint;
  kinkAt: bigint;
  kink: bigint;
  max: bigint;
}

/**
 * Reference model of one pool of docs/contracts/loan.md: sums of all amounts in and out, maps of the shares and debts by
 * name, rounding by remainders. It has no code in common with the contract.
 */
export class ReferencePool {
  deposited = 0n;
  interest = 0n;
  redeemed = 0n;
  lost = 0n;
  lentOut = 0n;
  repaid = 0n;
  /** Interest below one unit, in units / (10000 x 31536000). */
  interestRemainder = 0n;
  updatedAtSec: number;
  readonly lenders = new Map<string, bigint>();
  readonly debts = new Map<string, bigint>();

  constructor(
    public curve: ReferenceCurve,
    second: number,
  ) {
    this.updatedAtSec = second;
  }

  get assets(): bigint {
    return this.deposited + this.interest - this.redeemed - this.lost;
  }

  get available(): bigint {
    return this.deposited - this.redeemed - this.lentOut + this.repaid;
  }

  get outstanding(): bigint {
    return this.assets - this.available;
  }

  get shares(): bigint {
    return sum(this.lenders);
  }

  get debtShares(): bigint {
    return sum(this.debts);
  }

  accrueUntil(second: number): void {
    const owed = this.outstanding;
    const elapsed = BigInt(second - this.updatedAtSec);
    this.updatedAtSec = second;
    if (owed === 0n) return;
    this.interestRemainder += owed * this.rate(owed) * elapsed;
    const year = 10_000n * 31_536_000n;
    const whole = (this.interestRemainder - (this.interestRemainder % year)) / year;
    this.interestRemainder -= whole * year;
    this.interest += whole;
  }

  /** The rate with `owed` of the pool lent out, rounded up to whole basis points. */
  rate(owed: bigint): bigint {
    const { base, kinkAt, kink, max } = this.curve;
    if (this.assets === 0n) return base;
    const utilization: Fraction = { numerator: owed, denominator: this.assets };
    const isAboveKink = utilization.numerator * 10_000n > kinkAt * utilization.denominator;
    const [from, rise, start, width] = isAboveKink
      ? [kink, max - kink, kinkAt, 10_000n - kinkAt]
      : [base, kink - base, 0n, kinkAt];
    const way: Fraction = {
      numerator: utilization.numerator * 10_000n - start * utilization.denominator,
      denominator: width * utilization.denominator,
    };
    return from + roundUp({ numerator: rise * way.numerator, denominator: way.denominator });
  }

  /** Issues shares and returns the part of the amount that they do not cost. */
  lend(lender: string, amount: bigint): { shares: bigint; back: bigint } {
    const isFirst = this.shares === 0n;
    const shares = isFirst
      ? amount
      : roundDown({ numerator: amount * this.shares, denominator: this.assets });
    const cost = isFirst ? amount : roundUp({ numerator: shares * this.assets, denominator: this.shares });
    this.deposited += cost;
    add(this.lenders, lender, shares);
    return { shares, back: amount - cost };
  }

  valueOf(shares: bigint): bigint {
    return this.shares === 0n ? 0n : roundDown({ numerator: shares * this.assets, denominator: this.shares });
  }

  /** Pays for as many shares as possible; returns the amount paid and the shares taken. */
  redeem(lender: string, shares: bigint): { paid: bigint; burned: bigint } {
    const canPay = (some: bigint): boolean => this.valueOf(some) <= this.available;
    const paid = this.valueOf(canPay(shares) ? shares : lastWhere(canPay, shares));
    // The fewest shares of that value.
    const burned = canPay(shares) ? shares : lastWhere((some) => this.valueOf(some) < paid, shares) + 1n;
    this.redeemed += paid;
    add(this.lenders, lender, -burned);
    return { paid, burned };
  }

  debtOf(borrower: string): bigint {
    const debt = this.debts.get(borrower) ?? 0n;
    return debt === 0n ? 0n : roundUp({ numerator: debt * this.outstanding, denominator: this.debtShares });
  }

  borrow(borrower: string, amount: bigint): void {
    const shares =
      this.debtShares === 0n
        ? amount * 1_000_000n
        : roundDown({ numerator: amount * this.debtShares, denominator: this.outstanding });
    this.lentOut += amount;
    add(this.debts, borrower, shares);
  }

  /** Returns the excess of a payment. */
  repay(borrower: string, amount: bigint): bigint {
    const owed = this.debtOf(borrower);
    if (amount < owed) {
      const shares = roundDown({ numerator: amount * this.debtShares, denominator: this.outstanding });
      this.repaid += amount;
      add(this.debts, borrower, -shares);
      return 0n;
    }
    this.close(borrower, owed);
    return amount - owed;
  }

  /** Ends a debt for a payment; returns the loss. */
  close(borrower: string, payment: bigint): bigint {
    const debt = this.debts.get(borrower) ?? 0n;
    const isOnly = debt === this.debtShares;
    const exact = isOnly
      ? this.outstanding
      : roundDown({ numerator: debt * this.outstanding, denominator: this.debtShares });
    this.debts.delete(borrower);
    this.repaid += payment;
    if (payment >= exact) {
      this.interest += payment - exact;
      return 0n;
    }
    this.lost += exact - payment;
    return exact - payment;
  }
}

function roundDown({ numerator, denominator }: Fraction): bigint {
  return (numerator - (numerator % denominator)) / denominator;
}

function roundUp({ numerator, denominator }: Fraction): bigint {
  const rest = numerator % denominator;
  return rest === 0n ? numerator / denominator : (numerator - rest) / denominator + 1n;
}

/** The last number below `end` for which the predicate holds, by binary search. -1 when it holds for none. */
function lastWhere(predicate: (number: bigint) => boolean, end: bigint): bigint {
  let [last, first] = [-1n, end];
  while (first - last > 1n) {
    const middle = (first + last) / 2n;
    if (predicate(middle)) last = middle;
    else first = middle;
  }
  return last;
}

function sum(amounts: Map<string, bigint>): bigint {
  return [...amounts.values()].reduce((total, amount) => total + amount, 0n);
}

function add(amounts: Map<string, bigint>, name: string, amount: bigint): void {
  const after = (amounts.get(name) ?? 0n) + amount;
  if (after === 0n) amounts.delete(name);
  else amounts.set(name, after);
}
