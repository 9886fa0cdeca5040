import { btcblocks, cancel } from '../../../../apps/devchain/src/contracts/bridge/signatures';
import { pegOutsTable, pegInsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC, CBTC } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { withdraw } from '../../../../apps/devchain/src/contracts/loan/signatures';
import { lendingAddress, LendingChain } from '../../../harness/chain/lending-chain';
import { assign, reqaddr } from '../../../../apps/devchain/src/contracts/vaults/signatures';
import { addressRequestsTable } from '../../../../apps/devchain/src/contracts/vaults/tables';

const ONE = 10n ** 8n;
const VAULT = 'annvaul.loan';
const ALICE = lendingAddress('bridge', 'alice');

function withVault(units: bigint): LendingChain {
  const chain = new LendingChain(['ann']);
  chain.openVault('ann', VAULT);
  chain.payBitcoin('vaults', VAULT, units);
  return chain;
}

const take = (chain: LendingChain, units: bigint) =>
  chain.push('ann', 'loan', withdraw, {
    account: 'ann',
    quantity: amountOf(CBTC, units),
    btc_address: ALICE,
  });
const blocks = (chain: LendingChain, count: number) => chain.push('relayer', 'bridge', btcblocks, { count });

describe('vault bridge', () => {
  it('the vault bridge credits bitcoin at the address of a vault as CBTC of the vault, not of its owner', () => {
    const chain = withVault(ONE);
    expect(chain.collateral(VAULT)).toBe(ONE);
    expect(chain.collateral('ann')).toBe(0n);
    expect(chain.supply(CBTC)).toBe(ONE);
    expect(chain.rows('vaults', 'confirmed', pegInsTable)).toMatchObject([
      { account: VAULT, quantity: amountOf(CBTC, ONE) },
    ]);
  });

  it('the vault bridge sends collateral to Bitcoin for 50 bps, also to an address of the other bridge', () => {
    const chain = withVault(ONE);
    take(chain, 10_000_000n);
    expect(chain.rows('vaults', 'pending', pegOutsTable)).toMatchObject([
      {
        account: VAULT,
        quantity: amountOf(CBTC, 10_000_000n),
        tx_fee: amountOf(CBTC, 50_000n),
        miner_fee: amountOf(CBTC, 0n),
        net_amount: amountOf(CBTC, 9_950_000n),
        fee_version: 1,
      },
    ]);
    blocks(chain, 1);
    blocks(chain, 3);
    expect(chain.rows('vaults', 'completed', pegOutsTable)).toHaveLength(1);
    expect(chain.balance('alice', BTC)).toBe(10n * ONE + 9_950_000n);
    expect(chain.supply(CBTC)).toBe(ONE - 9_950_000n);
    expect(chain.totalBalance(CBTC)).toBe(chain.supply(CBTC));
    expect(chain.collateral('vaults')).toBe(50_000n);
  });

  it('the vault bridge refunds an unsendable peg-out to the vault', () => {
    const chain = withVault(ONE);
    take(chain, 10_000_000n);
    chain.push('relayer', 'vaults', cancel, { id: 1n, reason: 'no route' });
    expect(chain.collateral(VAULT)).toBe(ONE);
  });

  it('the vault bridge assigns addresses in the order of the requests', () => {
    const chain = new LendingChain([]);
    const refusal = chain.refusalOf(() => chain.push('alice', 'vaults', reqaddr, { vault: VAULT }));
    expect(refusal).toBe('missing authority of loan');
    expect(chain.refusalOf(() => chain.push('alice', 'vaults', assign, { count: 1 }))).toBe(
      'missing authority of relayer',
    );
    for (const vault of ['vaultb', 'vaulta', 'vaultc']) chain.push('loan', 'vaults', reqaddr, { vault });
    const have = () =>
      ['vaulta', 'vaultb', 'vaultc'].map((vault) => chain.addressOf('vaults', vault) !== undefined);
    chain.push('relayer', 'vaults', assign, { count: 2 });
    expect(have()).toEqual([true, true, false]);
    expect(chain.rows('vaults', 'vaults', addressRequestsTable)).toMatchObject([{ vault: 'vaultc' }]);
    for (let again = 0; again < 2; again++) chain.push('relayer', 'vaults', assign, { count: 2 });
    expect(have()).toEqual([true, true, true]);
    expect(chain.rows('vaults', 'vaults', addressRequestsTable)).toEqual([]);
  });
});
