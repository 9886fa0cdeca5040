/** A number as two integers; plain school arithmetic, reduced never. */
interface Fraction {
  top: bigint;
  bottom: bigint;
}

export interface PlainCurve {
  base: bigint;
  kinkAt: bigint;
  kink: bigint;
  max: bigint;
}

/**
 * The rules of docs/contracts/loan.md for one pool a second time, as plainly as possible, to compare with. It counts
 * money as sums of what came and went, keeps what everyone has in maps by name, and rounds by looking at remainders.
 */
export class PlainPool {
  deposited = 0n;
  interest = 0n;
  redeemed = 0n;
  lost = 0n;
  lentOut = 0n;
  paidBack = 0n;
  /** Interest not yet a unit, in parts of 10000 x 31536000. */
  parts = 0n;
  lastSecond: number;
  readonly lenders = new Map<string, bigint>();
  readonly debts = new Map<string, bigint>();

  constructor(
    public curve: PlainCurve,
    second: number,
  ) {
    this.lastSecond = second;
  }

  get assets(): bigint {
    return this.deposited + this.interest - this.redeemed - this.lost;
  }

  get available(): bigint {
    return this.deposited - this.redeemed - this.lentOut + this.paidBack;
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

  wait(second: number): void {
    const owed = this.outstanding;
    const elapsed = BigInt(second - this.lastSecond);
    this.lastSecond = second;
    if (owed === 0n) return;
    this.parts += owed * this.rate(owed) * elapsed;
    const year = 10_000n * 31_536_000n;
    const whole = (this.parts - (this.parts % year)) / year;
    this.parts -= whole * year;
    this.interest += whole;
  }

  /** The rate with `owed` of the pool lent out, rounded up to whole basis points. */
  rate(owed: bigint): bigint {
    const { base, kinkAt, kink, max } = this.curve;
    if (this.assets === 0n) return base;
    const utilization: Fraction = { top: owed, bottom: this.assets };
    const isBehindKink = utilization.top * 10_000n > kinkAt * utilization.bottom;
    const [from, rise, start, width] = isBehindKink
      ? [kink, max - kink, kinkAt, 10_000n - kinkAt]
      : [base, kink - base, 0n, kinkAt];
    const way: Fraction = {
      top: utilization.top * 10_000n - start * utilization.bottom,
      bottom: width * utilization.bottom,
    };
    return from + roundUp({ top: rise * way.top, bottom: way.bottom });
  }

  /** Gives shares, and back what they do not cost. */
  lend(lender: string, amount: bigint): { shares: bigint; back: bigint } {
    const isFirst = this.shares === 0n;
    const shares = isFirst ? amount : roundDown({ top: amount * this.shares, bottom: this.assets });
    const cost = isFirst ? amount : roundUp({ top: shares * this.assets, bottom: this.shares });
    this.deposited += cost;
    add(this.lenders, lender, shares);
    return { shares, back: amount - cost };
  }

  worth(shares: bigint): bigint {
    return this.shares === 0n ? 0n : roundDown({ top: shares * this.assets, bottom: this.shares });
  }

  /** Pays for as many shares as possible; returns the amount paid and the shares taken. */
  redeem(lender: string, shares: bigint): { paid: bigint; burned: bigint } {
    const canPay = (some: bigint): boolean => this.worth(some) <= this.available;
    const paid = this.worth(canPay(shares) ? shares : lastThat(canPay, shares));
    // No more than are worth it.
    const burned = canPay(shares) ? shares : lastThat((some) => this.worth(some) < paid, shares) + 1n;
    this.redeemed += paid;
    add(this.lenders, lender, -burned);
    return { paid, burned };
  }

  owes(borrower: string): bigint {
    const debt = this.debts.get(borrower) ?? 0n;
    return debt === 0n ? 0n : roundUp({ top: debt * this.outstanding, bottom: this.debtShares });
  }

  borrow(borrower: string, amount: bigint): void {
    const shares =
      this.debtShares === 0n
        ? amount * 1_000_000n
        : roundDown({ top: amount * this.debtShares, bottom: this.outstanding });
    this.lentOut += amount;
    add(this.debts, borrower, shares);
  }

  /** Gives back what was too much. */
  repay(borrower: string, amount: bigint): bigint {
    const owed = this.owes(borrower);
    if (amount < owed) {
      const shares = roundDown({ top: amount * this.debtShares, bottom: this.outstanding });
      this.paidBack += amount;
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
      : roundDown({ top: debt * this.outstanding, bottom: this.debtShares });
    this.debts.delete(borrower);
    this.paidBack += payment;
    if (payment >= exact) {
      this.interest += payment - exact;
      return 0n;
    }
    this.lost += exact - payment;
    return exact - payment;
  }
}

function roundDown({ top, bottom }: Fraction): bigint {
  return (top - (top % bottom)) / bottom;
}

function roundUp({ top, bottom }: Fraction): bigint {
  const rest = top % bottom;
  return rest === 0n ? top / bottom : (top - rest) / bottom + 1n;
}

/** The last number below `end` that is so, when all before it are; found by halving. -1 when none is. */
function lastThat(isSo: (number: bigint) => boolean, end: bigint): bigint {
  let [last, first] = [-1n, end];
  while (first - last > 1n) {
    const middle = (first + last) / 2n;
    if (isSo(middle)) last = middle;
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
