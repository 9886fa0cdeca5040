import { amountOf, type Token } from '../../../apps/devchain/src/contracts/bridge/tokens';
import { close, issue, open, retire } from '../../../apps/devchain/src/contracts/token/signatures';
import { accounts as balances } from '../../../apps/devchain/src/contracts/token/tables';
import { GENESIS_TOKENS } from '../../../apps/devchain/src/genesis/tokens';
import type { Act } from './act';
import { type Draw, oneOf, partOf } from './draw';

/** Tokens of the system, which it may make and take at will. */
const SYSTEM_TOKENS = GENESIS_TOKENS.filter(({ issuer }) => issuer === 'eosio');

const tokenOf = ({ pick }: Draw): Token => oneOf(GENESIS_TOKENS, pick)!;
const systemTokenOf = ({ pick }: Draw): Token => oneOf(SYSTEM_TOKENS, pick)!;
const symbolOf = ({ symbol, precision }: Token) => ({ symbol, precision });

export const TOKEN_ACTS = {
  transfer: (chain, draw) => {
    const owned = GENESIS_TOKENS.filter((token) => chain.balance(draw.who, token) > 0n);
    const token = oneOf(owned, draw.pick) ?? tokenOf(draw);
    return chain.send(draw.who, draw.whom, token, partOf(chain.balance(draw.who, token), draw), 'for you');
  },
  /** Where liquidated collateral goes, so that others come by CBTC. */
  liquidatorPays: (chain, draw) => {
    const token = GENESIS_TOKENS.find(({ symbol }) => symbol === 'CBTC')!;
    return chain.send('liquidator', draw.whom, token, partOf(chain.balance('liquidator', token), draw), '');
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
        .rows(contract, draw.who, balances)
        .some(({ balance }) => balance.symbol === symbol && balance.units === 0n);
    const token = oneOf(GENESIS_TOKENS.filter(isEmpty), draw.pick) ?? tokenOf(draw);
    return chain.push(draw.who, token.contract, close, { owner: draw.who, symbol: symbolOf(token) });
  },
} satisfies Record<string, Act>;
