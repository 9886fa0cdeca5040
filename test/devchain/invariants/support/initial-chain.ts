import { BTC_FEES } from '../../../../apps/devchain/src/contracts/bridge/peg-out/default-fees';
import { setfees } from '../../../../apps/devchain/src/contracts/bridge/signatures';
import {
  amountOf,
  BTC,
  CBTC,
  NATIVE,
  type Token,
  USDT,
} from '../../../../apps/devchain/src/contracts/shared/tokens';
import { dexContract } from '../../../../apps/devchain/src/contracts/dex/contract';
import { createvault } from '../../../../apps/devchain/src/contracts/loan/signatures';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { msigContract } from '../../../../apps/devchain/src/contracts/msig/contract';
import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { CBTC_FEES } from '../../../../apps/devchain/src/contracts/vaults/default-fees';
import { PRODUCERS } from '../../../../apps/devchain/src/genesis/accounts';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { addPermission } from './account-actions';
import { PEOPLE, vaultOf } from './arbitraries';
import { stand } from './vote-actions';
import {
  BTC_BRIDGE,
  LENDING,
  LIQUIDATOR,
  VAULT_BRIDGE,
} from '../../../../apps/devchain/src/contracts/shared/account-names';

const ONE = 10n ** 8n;
/** Initial balances of dora, paid by alice. Evan has none. */
const INITIAL_BALANCES: readonly (readonly [Token, bigint])[] = [
  [BTC, 3n * ONE],
  [USDT, 200_000n * ONE],
  [NATIVE, 2_000_000_000n],
];

/** A chain with all contracts and accounts and nothing else: the start of a replay. */
export function emptyChain(): LendingChain {
  return new LendingChain([...PEOPLE.slice(3), ...PRODUCERS], [dexContract, msigContract]);
}

/**
 * The fresh chain with balances for dora, vaults of which three are funded, producers, a price, a loan near its limit
 * and another one that has borrowed a whole pool.
 */
export function initialChain(): LendingChain {
  const chain = emptyChain();
  const args = { from: 'alice', to: 'dora', memo: 'a gift' };
  chain.transact(
    INITIAL_BALANCES.map(([token, units]) =>
      actionOf(token.contract, transfer, { ...args, quantity: amountOf(token, units) }, 'alice'),
    ),
  );
  for (const name of ['bob', 'carol', 'dora']) {
    chain.openVault(name, vaultOf(name));
    chain.payBitcoin(VAULT_BRIDGE, vaultOf(name), 2n * ONE);
  }
  for (const producer of PRODUCERS) stand(chain, producer);
  chain.push('alice', LENDING, createvault, { owner: 'alice', vault: vaultOf('alice') });
  addPermission(chain, 'alice');
  // A low limit, so that some peg-outs are reviewed.
  const review_from = amountOf(BTC, ONE / 20n);
  chain.push(BTC_BRIDGE, BTC_BRIDGE, setfees, { ...BTC_FEES, review_from });
  chain.push(VAULT_BRIDGE, VAULT_BRIDGE, setfees, {
    ...CBTC_FEES,
    review_from: { ...review_from, symbol: 'CBTC' },
  });
  chain.setPrice(60_000n * ONE);
  chain.lend('alice', 20_000n * ONE, 5);
  chain.borrow('bob', 19_900n * ONE, { poolId: 5 });
  chain.borrow('carol', 80_000n * ONE);
  liquidate(chain, 'carol');
  chain.borrow('carol', 80_000n * ONE);
  return chain;
}

/** Keeps the price low for more than 72 hours until the liquidator gets CBTC, then refills the vault. */
function liquidate(chain: LendingChain, owner: string): void {
  for (const seconds of [73 * 3600, 0]) {
    chain.setPrice(45_000n * ONE);
    chain.process();
    chain.wait(seconds);
  }
  chain.process();
  chain.send(LIQUIDATOR, 'dora', CBTC, ONE / 2n, '');
  chain.payBitcoin(VAULT_BRIDGE, vaultOf(owner), 2n * ONE);
  chain.setPrice(60_000n * ONE);
}
