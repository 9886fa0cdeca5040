import { developmentProfileFile, readProfile } from '@app/networks';
import type { TokenMovement } from '../../composing/effects/token-movements';
import { NO_EARLIER_STEPS } from '../../composing/effects/step-run';
import { holdingBefore } from './loan-effect';

const profile = readProfile(developmentProfileFile());
const of = { account: 'alice', profile };
const STATE = { debt: 0n, collateral: 7n };
const HOLDING = { debt: 5n, collateral: 7n };
const paidTo = (to: string): TokenMovement => ({
  token: { contract: profile.token('USDT').contract, name: 'USDT' } as TokenMovement['token'],
  ...{ from: profile.account('lending'), to, units: 5n, root: 0, memo: '' },
});
const soldCollateral: TokenMovement = {
  ...paidTo('liquidator'),
  token: { contract: profile.token('CBTC').contract, name: 'CBTC' } as TokenMovement['token'],
};

describe('the loan before a step of a plan', () => {
  it.each([
    ['that of the chain where no step came before', {}, STATE],
    ['that of the chain where lending paid another account', { sinceHolding: [paidTo('bob')] }, STATE],
    ['not known where lending paid the account', { sinceHolding: [paidTo('alice')] }, undefined],
    ['not known where the movements of earlier steps are not', { areTraced: false }, undefined],
    ['not known where collateral moved', { sinceHolding: [soldCollateral] }, undefined],
    ['the one that an earlier step reports', { holding: HOLDING, movements: [paidTo('alice')] }, HOLDING],
    [
      'not known where a step after that one opened the loan',
      { holding: HOLDING, sinceHolding: [paidTo('alice')] },
      undefined,
    ],
  ])('the loan before a step is %s', (_, earlier, expected) => {
    expect(holdingBefore({ ...NO_EARLIER_STEPS, ...earlier }, STATE, of)).toEqual(expected);
  });
});
