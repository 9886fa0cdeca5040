import { BTC_FEES } from '../../../apps/devchain/src/contracts/bridge/default-fees';
import { setfees } from '../../../apps/devchain/src/contracts/bridge/signatures';
import { amountOf, BTC, CBTC, type Token } from '../../../apps/devchain/src/contracts/bridge/tokens';
import { dex } from '../../../apps/devchain/src/contracts/dex/contract';
import { createvault } from '../../../apps/devchain/src/contracts/loan/signatures';
import { LendingChain } from '../../../apps/devchain/src/contracts/loan/testing/lending-chain';
import { USDT } from '../../../apps/devchain/src/contracts/loan/tokens';
import { msig } from '../../../apps/devchain/src/contracts/msig/contract';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { CBTC_FEES } from '../../../apps/devchain/src/contracts/vaults/default-fees';
import { PRODUCERS } from '../../../apps/devchain/src/genesis/accounts';
import { packedAction } from '../../../apps/devchain/src/genesis/signed-push';
import { NATIVE } from '../../../apps/devchain/src/simulation/actors';
import { addPermission } from './account-acts';
import { PEOPLE, vaultOf } from './draw';
import { stand } from './vote-acts';

const ONE = 10n ** 8n;
/** What dora begins with, of what the other three have. Evan has nothing. */
const GIFTS: readonly (readonly [Token, bigint])[] = [
  [BTC, 3n * ONE],
  [USDT, 200_000n * ONE],
  [NATIVE, 2_000_000_000n],
];

/** A chain with all contracts, the accounts of everybody and nothing else: what a replay begins with. */
export function freshChain(): LendingChain {
  return new LendingChain([...PEOPLE.slice(3), ...PRODUCERS], [dex, msig]);
}

/**
 * The same with money for one more, vaults of which three are funded, producers, a price, a loan near its limit and
 * another that has drained a pool.
 */
export function openedEconomy(): LendingChain {
  const chain = freshChain();
  const args = { from: 'alice', to: 'dora', memo: 'a gift' };
  chain.transact(
    GIFTS.map(([token, units]) =>
      packedAction(token.contract, transfer, { ...args, quantity: amountOf(token, units) }, 'alice'),
    ),
  );
  for (const name of ['bob', 'carol', 'dora']) {
    chain.openVault(name, vaultOf(name));
    chain.payBitcoin('vaults', vaultOf(name), 2n * ONE);
  }
  for (const producer of PRODUCERS) stand(chain, producer);
  chain.push('alice', 'loan', createvault, { owner: 'alice', vault: vaultOf('alice') });
  addPermission(chain, 'alice');
  // So that there is something to review.
  const review_from = amountOf(BTC, ONE / 20n);
  chain.push('bridge', 'bridge', setfees, { ...BTC_FEES, review_from });
  chain.push('vaults', 'vaults', setfees, { ...CBTC_FEES, review_from: { ...review_from, symbol: 'CBTC' } });
  chain.setPrice(60_000n * ONE);
  chain.lend('alice', 20_000n * ONE, 5);
  chain.borrow('bob', 19_900n * ONE, { poolId: 5 });
  chain.borrow('carol', 80_000n * ONE);
  liquidate(chain, 'carol');
  chain.borrow('carol', 80_000n * ONE);
  return chain;
}

/** The price stays low for longer than the 72 hours, and the liquidator comes by CBTC. Then all begin anew. */
function liquidate(chain: LendingChain, owner: string): void {
  for (const seconds of [73 * 3600, 0]) {
    chain.setPrice(45_000n * ONE);
    chain.process();
    chain.wait(seconds);
  }
  chain.process();
  chain.send('liquidator', 'dora', CBTC, ONE / 2n, '');
  chain.payBitcoin('vaults', vaultOf(owner), 2n * ONE);
  chain.setPrice(60_000n * ONE);
}
