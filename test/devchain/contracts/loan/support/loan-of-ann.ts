import { LendingChain } from '../../../../harness/chain/lending-chain';

const ONE = 10n ** 8n;

export const VAULT = 'annvaul.loan';

/** Ann owes 600 to pool 5 against a vault worth 1000; a lender has 1400 more in it. */
export function withLoan(): LendingChain {
  const chain = new LendingChain(['ann', 'dot']);
  chain.endow('ann', 10_000n * ONE);
  chain.endow('dot', 10_000n * ONE);
  chain.openVault('ann', VAULT);
  chain.payBitcoin('vaults', VAULT, ONE);
  chain.setPrice(1_000n * ONE);
  chain.lend('dot', 2_000n * ONE, 5);
  chain.borrow('ann', 600n * ONE, { poolId: 5 });
  return chain;
}
