import { MAX_UNITS } from '@app/antelope';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { create, issue, retire, transfer } from '../../../../apps/devchain/src/contracts/token/signatures';

const HOME = 'new.token';
const amount = (units: bigint, symbol = 'NEW', precision = 4) => ({ units, symbol, precision });

function withToken(maximum: bigint): LendingChain {
  const chain = new LendingChain(['ann'], [createTokenContract(HOME)]);
  chain.push(HOME, HOME, create, { issuer: HOME, maximum_supply: amount(maximum) });
  chain.isWatched = true;
  return chain;
}

const issueTo = (chain: LendingChain, quantity: ReturnType<typeof amount>, to = HOME) =>
  chain.refusalOf(() => chain.push(HOME, HOME, issue, { to, quantity, memo: '' }));

describe('supply', () => {
  it.each([1_000n, MAX_UNITS])('the supply of a token reaches exactly its maximum of %s units', (maximum) => {
    const chain = withToken(maximum);
    expect(issueTo(chain, amount(maximum - 1n))).toBeUndefined();
    expect(issueTo(chain, amount(2n))).toBe('quantity exceeds available supply');
    expect(issueTo(chain, amount(1n))).toBeUndefined();
    expect(issueTo(chain, amount(1n))).toBe('quantity exceeds available supply');
  });

  it('the supply of a token can be issued again after it was retired, and an issuer can retire at most its balance', () => {
    const chain = withToken(1_000n);
    issueTo(chain, amount(1_000n));
    const give = { from: HOME, to: 'ann', quantity: amount(1n), memo: '' };
    chain.push(HOME, HOME, transfer, give);
    const retireSome = (units: bigint) =>
      chain.refusalOf(() => chain.push(HOME, HOME, retire, { quantity: amount(units), memo: '' }));
    expect(retireSome(1_000n)).toBe('overdrawn balance');
    expect(retireSome(999n)).toBeUndefined();
    expect(issueTo(chain, amount(1_000n))).toBe('quantity exceeds available supply');
    expect(issueTo(chain, amount(999n))).toBeUndefined();
  });

  it.each([
    [amount(0n), 'must issue positive quantity'],
    [amount(-1n), 'must issue positive quantity'],
    [amount(MAX_UNITS + 1n), 'invalid quantity'],
    [amount(1n, 'NEW', 8), 'symbol precision mismatch'],
    [amount(1n, 'NEWER'), 'token with symbol does not exist, create token before issue'],
  ])('a token refuses an issue of %j', (quantity, refusal) => {
    expect(issueTo(withToken(1_000n), quantity)).toBe(refusal);
  });

  it('the supply of a token can be issued to the issuer only', () => {
    expect(issueTo(withToken(1_000n), amount(1n), 'ann')).toBe('tokens can only be issued to issuer account');
  });
});
