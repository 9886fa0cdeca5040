import { amountOf, type Token } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { close, issue, open, retire } from '../../../../apps/devchain/src/contracts/token/signatures';
import { balancesTable } from '../../../../apps/devchain/src/contracts/token/tables';
import { GENESIS_TOKENS } from '../../../../apps/devchain/src/genesis/tokens';
import type { TestAction } from './action';
import { type DrawnValues, oneOf, partOf } from './arbitraries';
import { LIQUIDATOR } from '../../../../apps/devchain/src/contracts/shared/account-names';

/** Tokens that the system account issues and retires. */
const SYSTEM_TOKENS = GENESIS_TOKENS.filter(({ issuer }) => issuer === 'eosio');

const tokenOf = ({ pick }: DrawnValues): Token => oneOf(GENESIS_TOKENS, pick)!;
const systemTokenOf = ({ pick }: DrawnValues): Token => oneOf(SYSTEM_TOKENS, pick)!;
const symbolOf = ({ symbol, precision }: Token) => ({ symbol, precision });

export const TOKEN_ACTIONS = {
  transfer: (chain, draw) => {
    const owned = GENESIS_TOKENS.filter((token) => chain.balance(draw.who, token) > 0n);
    const token = oneOf(owned, draw.pick) ?? tokenOf(draw);
    return chain.send(draw.who, draw.whom, token, partOf(chain.balance(draw.who, token), draw), 'for you');
  },
  /** Distributes liquidated collateral, so that others hold CBTC. */
  liquidatorPays: (chain, draw) => {
    const token = GENESIS_TOKENS.find(({ symbol }) => symbol === 'CBTC')!;
    return chain.send(LIQUIDATOR, draw.whom, token, partOf(chain.balance(LIQUIDATOR, token), draw), '');
  },
  issue: (chain, draw) => {
    const token = systemTokenOf(draw);
    const quantity = amountOf(token, partOf(chain.supply(token), draw) / 10n);
    return chain.push('eosio', token.contract, issue, { to: 'eosio', quantity, memo: '' });
  },
  handOut: (chain, draw) => {
    const token = systemTokenOf(draw);
    return chain.send('eosio', draw.whom, token, partOf(chain.balance('eosio', token), draw), '');
  },
  retire: (chain, draw) => {
    const token = systemTokenOf(draw);
    const quantity = amountOf(token, partOf(chain.balance('eosio', token), draw));
    return chain.push('eosio', token.contract, retire, { quantity, memo: '' });
  },
  open: (chain, draw) => {
    const token = tokenOf(draw);
    const args = { owner: draw.whom, symbol: symbolOf(token), ram_payer: draw.who };
    return chain.push(draw.who, token.contract, open, args);
  },
  close: (chain, draw) => {
    const isEmpty = ({ contract, symbol }: Token): boolean =>
      chain
        .rows(contract, draw.who, balancesTable)
        .some(({ balance }) => balance.symbol === symbol && balance.units === 0n);
    const token = oneOf(GENESIS_TOKENS.filter(isEmpty), draw.pick) ?? tokenOf(draw);
    return chain.push(draw.who, token.contract, close, { owner: draw.who, symbol: symbolOf(token) });
  },
} satisfies Record<string, TestAction>;
