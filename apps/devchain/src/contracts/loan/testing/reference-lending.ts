import { ReferenceDeposits } from './reference-deposits';
import { ReferenceLedger } from './reference-ledger';
import { ReferenceLoans } from './reference-loans';

/**
 * Reference model of docs/contracts/loan.md: arrays and maps of balances, one method per action. The method of an action
 * returns the message of the refusal, or undefined. It has no code in common with the contract.
 */
export class ReferenceLending {
  readonly ledger: ReferenceLedger;
  readonly deposits: ReferenceDeposits;
  readonly loans: ReferenceLoans;

  constructor(nowMs: number) {
    this.ledger = new ReferenceLedger(nowMs);
    this.deposits = new ReferenceDeposits(this.ledger);
    this.loans = new ReferenceLoans(this.ledger, this.deposits);
  }

  /** Sets deposits and redemptions from before the comparison. */
  setHistory({
    poolId,
    deposit,
    redemptions,
  }: {
    poolId: number;
    deposit: bigint;
    redemptions: number;
  }): void {
    Object.assign(this.ledger.pool(poolId), { deposited: deposit, redeemed: deposit });
    this.deposits.lastRedemptionId = redemptions;
  }
}
