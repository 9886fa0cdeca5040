import { REGTEST } from '../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { BTC, SHARES, type Token, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { create, issue } from '../../../../apps/devchain/src/contracts/token/signatures';
import { init } from '../../../../apps/devchain/src/contracts/loan/signatures';
import { LendingChain } from '../../../harness/chain/lending-chain';

const ONE = 10n ** 8n;
const FAKE = 'fake.token';
const OUT = simulatedAddress('nobody', REGTEST);

/** A token contract of another account, with tokens of the same symbols. */
function withFakes(): LendingChain {
  const chain = new LendingChain(['ann'], [createTokenContract(FAKE)]);
  chain.endow('ann', 1_000n * ONE);
  chain.lend('ann', 500n * ONE, 6);
  chain.payBitcoin('bridge', 'alice', ONE);
  for (const [symbol, precision] of [
    ['USDT', 8],
    ['TPF', 8],
    ['CBTC', 8],
  ] as const) {
    const quantity = { symbol, precision, units: ONE };
    chain.push(FAKE, FAKE, create, { issuer: FAKE, maximum_supply: quantity });
    chain.push(FAKE, FAKE, issue, { to: FAKE, quantity, memo: '' });
    chain.send(FAKE, 'ann', { contract: FAKE, symbol, precision }, ONE, '');
  }
  return chain;
}

const MEMO = 'lending: memo must be lend:<pool>, redeem:<pool>, repay or backstop';
const inUsdt = 'lending: this transfer must be in USDT of contract usdt.token';
const inTpf = 'lending: this transfer must be in TPF of contract pool.token';
const fake = (symbol: string): Token => ({ contract: FAKE, symbol, precision: 8 });
const TPF = SHARES[6]!;

describe('transfers to the lending account', () => {
  it('the lending account refuses another memo, and tokens of other contracts with the same symbol', () => {
    const chain = withFakes();
    chain.isWatched = true;
    const refusals: [Token, string, string, string][] = [
      [USDT, 'ann', '', MEMO],
      [USDT, 'ann', 'lend', MEMO],
      [USDT, 'ann', 'lend:7', MEMO],
      [USDT, 'ann', 'lend:06', MEMO],
      [USDT, 'ann', 'redeem:6', inTpf],
      [TPF, 'ann', 'lend:6', inUsdt],
      [TPF, 'ann', 'repay', inUsdt],
      [TPF, 'ann', 'redeem:5', 'lending: this transfer must be in TPE of contract pool.token'],
      [BTC, 'alice', 'lend:6', inUsdt],
      [BTC, 'alice', OUT, MEMO],
      [USDT, 'ann', 'repay', 'lending: account has no loan to repay'],
      [USDT, 'ann', 'backstop', 'lending: only the liquidator funds the backstop'],
      [fake('USDT'), 'ann', 'lend:6', inUsdt],
      [fake('USDT'), 'ann', 'repay', inUsdt],
      [fake('TPF'), 'ann', 'redeem:6', inTpf],
    ];
    for (const [token, from, memo, refusal] of refusals) {
      expect([
        token.contract,
        memo,
        chain.refusalOf(() => chain.send(from, 'loan', token, ONE, memo)),
      ]).toEqual([token.contract, memo, refusal]);
    }
    expect(chain.balance('ann', USDT)).toBe(500n * ONE);
  });

  it('the lending account can be initialized once', () => {
    const chain = new LendingChain([]);
    expect(chain.refusalOf(() => chain.push('loan', 'loan', init, {}))).toBe(
      'lending: the pools are open already',
    );
    expect(chain.refusalOf(() => chain.push('alice', 'loan', init, {}))).toBe('missing authority of loan');
  });
});
