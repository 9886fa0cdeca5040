import { newaccount } from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import { REGTEST } from '../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { depositAddressesTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC, CBTC } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { assign } from '../../../../apps/devchain/src/contracts/vaults/signatures';
import { addressRequestsTable } from '../../../../apps/devchain/src/contracts/vaults/tables';
import { createvault, genaddr, withdraw } from '../../../../apps/devchain/src/contracts/loan/signatures';
import { vaultsTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import { lendingAddress, LendingChain } from '../../../harness/chain/lending-chain';

const ONE = 10n ** 8n;
const OUT = simulatedAddress('nobody', REGTEST);

describe('vaults', () => {
  const create7 = (chain: LendingChain, owner: string, name: string) =>
    chain.refusalOf(() => chain.push(owner, 'loan', createvault, { owner, vault: name }));

  it('a vault is an account that only the lending account can create or use', () => {
    const chain = new LendingChain(['ann', 'ben']);
    expect(create7(chain, 'ann', '2kcv5ga.loan')).toBeUndefined();
    expect(chain.rows('loan', 'loan', vaultsTable)).toEqual([{ owner: 'ann', vault: '2kcv5ga.loan' }]);
    const permissions = chain.chain.account('2kcv5ga.loan')?.permissions ?? [];
    expect(permissions.flatMap(({ authority }) => authority.keys)).toEqual([]);
    expect(
      new Set(
        permissions.flatMap(({ authority }) => authority.accounts.map(({ permission }) => permission.actor)),
      ),
    ).toEqual(new Set(['loan']));
    const authority = chain.chain.account('ann')!.permissions[0]!.authority;
    const steal = () =>
      chain.push('ann', 'eosio', newaccount, {
        creator: 'ann',
        name: '2kcv5gb.loan',
        owner: authority,
        active: authority,
      });
    expect(chain.refusalOf(steal)).toBe('only suffix may create this account');
  });

  it('a vault is one per account, with a unique valid name', () => {
    const chain = new LendingChain(['ann', 'ben']);
    expect(create7(chain, 'ann', 'abc.loan')).toBe(
      'lending: vault must be 7 characters of a-z and 1-5 followed by .loan',
    );
    expect(create7(chain, 'ann', 'abcdefg.dex')).toBe(
      'lending: vault must be 7 characters of a-z and 1-5 followed by .loan',
    );
    expect(create7(chain, 'ann', 'abcdefg.loan')).toBeUndefined();
    expect(create7(chain, 'ann', 'abcdefh.loan')).toBe('lending: account has a vault already');
    expect(create7(chain, 'ben', 'abcdefg.loan')).toBe('lending: the name of the vault is taken');
  });

  it('a vault gets one address some time after the request', () => {
    const chain = new LendingChain(['ann', 'ben']);
    const ask = (owner: string) =>
      chain.refusalOf(() => chain.push(owner, 'loan', genaddr, { owner, vault: 'abcdefg.loan' }));
    expect(ask('ann')).toBe('lending: account has no vault');
    create7(chain, 'ann', 'abcdefg.loan');
    create7(chain, 'ben', 'bbcdefg.loan');
    expect(ask('ben')).toBe('lending: vault belongs to another account');
    expect(ask('ann')).toBeUndefined();
    expect(chain.rows('vaults', 'vaults', depositAddressesTable)).toEqual([]);
    expect(chain.rows('vaults', 'vaults', addressRequestsTable)).toMatchObject([{ vault: 'abcdefg.loan' }]);
    expect(ask('ann')).toBe('bridge: address is requested already');
    chain.push('relayer', 'vaults', assign, { count: 1 });
    expect(chain.rows('vaults', 'vaults', depositAddressesTable)).toEqual([
      { account: 'abcdefg.loan', btc_address: lendingAddress('vaults', 'abcdefg.loan') },
    ]);
    expect(ask('ann')).toBe('bridge: account has an address already');
  });

  it('a vault accepts actions of its owner only', () => {
    const chain = new LendingChain(['ann', 'ben']);
    chain.isWatched = true;
    const vaultName = { owner: 'ann', vault: 'annvaul.loan' };
    const refused = (work: () => unknown) => {
      expect(chain.refusalOf(work)).toBe('missing authority of ann');
    };
    refused(() => chain.push('ben', 'loan', createvault, vaultName));
    chain.openVault('ann', 'annvaul.loan');
    refused(() => chain.push('ben', 'loan', genaddr, vaultName));
    chain.payBitcoin('vaults', 'annvaul.loan', ONE);
    const quantity = amountOf(CBTC, ONE / 2n);
    refused(() => chain.push('ben', 'loan', withdraw, { account: 'ann', quantity, btc_address: OUT }));
  });

  it('a vault does not release collateral that accrued interest needs', () => {
    const chain = new LendingChain(['ann', 'dot']);
    chain.endow('dot', 10_000n * ONE);
    chain.lend('dot', 7_000n * ONE, 5);
    chain.openVault('ann', 'annvaul.loan');
    chain.payBitcoin('vaults', 'annvaul.loan', 2n * ONE);
    chain.setPrice(10_000n * ONE);
    chain.borrow('ann', 7_000n * ONE, { poolId: 5 });
    chain.wait(30 * 24 * 3600);
    chain.setPrice(10_000n * ONE);
    // 7000 at 20 % for 30 days and some seconds: 7115.1 USDT, 70 % of a little less than 1.01645 CBTC.
    const take = (left: bigint) =>
      chain.refusalOf(() =>
        chain.push('ann', 'loan', withdraw, {
          account: 'ann',
          quantity: amountOf(CBTC, 2n * ONE - left),
          btc_address: OUT,
        }),
      );
    expect(take(101_643_000n)).toBe('lending: withdrawal would breach LTV');
    expect(take(101_645_000n)).toBeUndefined();
  });

  it('a vault releases collateral that no loan needs', () => {
    const chain = new LendingChain(['ann', 'dot']);
    chain.endow('dot', 10_000n * ONE);
    chain.lend('dot', 10_000n * ONE, 5);
    chain.openVault('ann', 'annvaul.loan');
    chain.payBitcoin('vaults', 'annvaul.loan', ONE);
    const take = (units: bigint, address = OUT, token = CBTC) =>
      chain.refusalOf(() =>
        chain.push('ann', 'loan', withdraw, {
          account: 'ann',
          quantity: amountOf(token, units),
          btc_address: address,
        }),
      );
    expect(take(ONE + 1n)).toBe('lending: vault holds less than that');
    expect(take(79_999n)).toBe('bridge: below minimum withdrawal of 0.00080000 CBTC');
    expect(take(80_000n, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe(
      'bridge: memo must be a Bitcoin address of this network',
    );
    expect(take(0n)).toBe('lending: amount must be above zero');
    expect(take(80_000n, OUT, BTC)).toBe('lending: amount must be in CBTC with 8 decimals');
    // Without a loan no price is needed.
    expect(take(80_000n)).toBeUndefined();
    chain.setPrice(10_000n * ONE);
    chain.borrow('ann', 3_500n * ONE, { poolId: 5 });
    expect(take(49_920_000n)).toBe('lending: withdrawal would breach LTV');
    expect(take(49_900_000n)).toBeUndefined();
    chain.wait(301);
    expect(take(80_000n)).toBe('lending: oracle price is stale');
    expect(
      chain.refusalOf(() =>
        chain.push('dot', 'loan', withdraw, {
          account: 'dot',
          quantity: amountOf(CBTC, ONE),
          btc_address: OUT,
        }),
      ),
    ).toBe('lending: account has no vault');
  });
});
