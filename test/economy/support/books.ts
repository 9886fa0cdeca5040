import type { LendingChain } from '../../../apps/devchain/src/contracts/loan/testing/lending-chain';
import { BridgeBooks } from './bridge-books';
import { wrongLocks } from './exchange-books';
import { LendingBooks } from './lending-books';
import { wrongTokens } from './token-books';
import { wrongVotes } from './vote-books';

/** All that has to add up on a chain, after whatever was done. */
export class Books {
  private readonly lending = new LendingBooks();
  private readonly bridges: BridgeBooks;

  constructor(private readonly chain: LendingChain) {
    this.bridges = new BridgeBooks(chain);
  }

  /** What does not add up, in words. */
  wrong(): string[] {
    const { chain } = this;
    return [
      ...wrongTokens(chain),
      ...wrongLocks(chain),
      ...this.lending.wrong(chain),
      ...this.bridges.wrong(chain),
      ...wrongVotes(chain),
    ];
  }
}
