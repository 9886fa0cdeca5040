import { loanRequestsTable } from '../../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../../harness/chain/lending-chain';

/** One unit of a token with 8 decimals. */
export const ONE = 10n ** 8n;
const vaultOf = (name: string): string => `${name}vaul.loan`;

/** Pool 5 has 1000 to lend; ann, ben and cid have a vault with 1 CBTC at 60000, dot has none. */
export function openPool(further: readonly string[] = []): LendingChain {
  const chain = new LendingChain(['ann', 'ben', 'cid', 'dot', ...further]);
  chain.setPrice(60_000n * ONE);
  for (const name of ['ann', 'ben', 'cid']) {
    chain.openVault(name, vaultOf(name));
    chain.payBitcoin('vaults', vaultOf(name), ONE);
  }
  chain.endow('dot', 10_000n * ONE);
  chain.lend('dot', 1000n * ONE, 5);
  chain.setPrice(60_000n * ONE);
  return chain;
}

/** Terms of a loan from pool 5 at most at `cap` basis points. */
export const inPool5 = (cap: number) => ({ poolId: 5, cap });
/** Accounts with a queued request, in the order of the queue. */
export const queued = (chain: LendingChain) =>
  chain.rows('loan', 'loan', loanRequestsTable).map(({ account }) => account);
