import type { LendingChain } from '../../../harness/chain/lending-chain';
import { BridgeInvariants } from './bridge-invariants';
import { lockViolations } from './exchange-invariants';
import { LendingInvariants } from './lending-invariants';
import { tokenViolations } from './token-invariants';
import { voteViolations } from './vote-invariants';

/** All invariants of a chain, valid after any action. */
export class Invariants {
  readonly #lending = new LendingInvariants();
  readonly #bridges: BridgeInvariants;

  constructor(private readonly chain: LendingChain) {
    this.#bridges = new BridgeInvariants(chain);
  }

  /** Descriptions of the violated invariants. */
  violations(): string[] {
    const { chain } = this;
    return [
      ...tokenViolations(chain),
      ...lockViolations(chain),
      ...this.#lending.violations(chain),
      ...this.#bridges.violations(chain),
      ...voteViolations(chain),
    ];
  }
}
