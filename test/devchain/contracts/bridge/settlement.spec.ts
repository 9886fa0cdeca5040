import { LendingChain } from '../../../harness/chain/lending-chain';
import { BTC_FEES } from '../../../../apps/devchain/src/contracts/bridge/peg-out/default-fees';
import { setfees, settle } from '../../../../apps/devchain/src/contracts/bridge/signatures';
import { feesTable, pegInsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC, CBTC } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { BTC_BRIDGE, RELAYER } from '../../../../apps/devchain/src/contracts/shared/account-names';
import { ALICE_ADDRESS, EXTERNAL_ADDRESS, mineBlocks, payBitcoin, pegOuts } from './support/bridge-steps';

describe('settlement', () => {
  it('settle moves fifty payments in each direction, the oldest first', () => {
    const chain = new LendingChain([]);
    for (let payments = 0; payments < 51; payments++) {
      payBitcoin(chain, ALICE_ADDRESS, 1_000n);
      chain.send('alice', BTC_BRIDGE, BTC, 10_000n, EXTERNAL_ADDRESS);
    }
    mineBlocks(chain, 3);
    expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable).map(({ id }) => id)).toEqual([51n]);
    expect(pegOuts(chain, 'pending').filter(({ txid }) => txid === '')).toMatchObject([{ id: 51n }]);
    chain.push(RELAYER, BTC_BRIDGE, settle, {});
    expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable)).toEqual([]);
    for (let height = 1; height <= 2; height++) {
      mineBlocks(chain, 1);
      expect(pegOuts(chain, 'completed')).toEqual([]);
    }
    mineBlocks(chain, 1);
    expect(
      pegOuts(chain, 'completed')
        .map(({ id }) => id)
        .at(-1),
    ).toBe(50n);
    mineBlocks(chain, 1);
    mineBlocks(chain, 3);
    expect(pegOuts(chain, 'completed')).toHaveLength(51);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });
});

describe('bridge fees', () => {
  it('bridge fees are changed by the bridge only, and apply to later peg-outs', () => {
    const chain = new LendingChain(['ann']);
    const change =
      (actor: string, args = { ...BTC_FEES, miner_fee: amountOf(BTC, 3_000n) }) =>
      () =>
        chain.push(actor, BTC_BRIDGE, setfees, args);
    chain.send('alice', BTC_BRIDGE, BTC, 20_000n, EXTERNAL_ADDRESS);
    change(BTC_BRIDGE)();
    chain.send('alice', BTC_BRIDGE, BTC, 20_000n, EXTERNAL_ADDRESS);
    expect(pegOuts(chain, 'pending').map((row) => [row.fee_version, row.miner_fee.units])).toEqual([
      [1, 2_000n],
      [2, 3_000n],
    ]);
    expect(chain.rows(BTC_BRIDGE, BTC_BRIDGE, feesTable).map((row) => row.fee_version)).toEqual([1, 2]);
    expect(chain.refusalOf(change('ann'))).toBe('missing authority of bridge');
    expect(chain.refusalOf(change(BTC_BRIDGE, { ...BTC_FEES, minimum: amountOf(BTC, 3_000n) }))).toBe(
      'bridge: fees must leave something of every amount that may be sent',
    );
    expect(chain.refusalOf(change(BTC_BRIDGE, { ...BTC_FEES, minimum: amountOf(CBTC, 80_000n) }))).toBe(
      'bridge: quantity must be in BTC with 8 decimals',
    );
  });
});
