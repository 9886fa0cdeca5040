import { MAX_UNITS } from '@app/antelope';
import {
  approve,
  btcblocks,
  btcsend,
  cancel,
  settle,
} from '../../../../apps/devchain/src/contracts/bridge/signatures';
import {
  amountOf,
  BTC,
  CBTC,
  NATIVE,
  SHARES,
  USDT,
} from '../../../../apps/devchain/src/contracts/shared/tokens';
import { init, setcurve, withdraw } from '../../../../apps/devchain/src/contracts/loan/signatures';
import { DEFAULT_CURVE } from '../../../../apps/devchain/src/contracts/loan/pool/rate-curve';
import { exec } from '../../../../apps/devchain/src/contracts/msig/signatures';
import { submit } from '../../../../apps/devchain/src/contracts/oracle/signatures';
import { issue, retire, transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { reqaddr } from '../../../../apps/devchain/src/contracts/vaults/signatures';
import { GENESIS_TOKENS } from '../../../../apps/devchain/src/genesis/tokens';
import { OUTSIDE } from '../../../../apps/devchain/src/simulation/bitcoin-traffic';
import type { TestAction } from './action';
import { oneOf, vaultOf } from './arbitraries';
import { INVALID_EXCHANGE_INPUTS } from './exchange-actions';
import {
  BTC_BRIDGE,
  EXCHANGE,
  LENDING,
  MULTISIG,
  ORACLE,
  RELAYER,
  VAULT_BRIDGE,
} from '../../../../apps/devchain/src/contracts/shared/account-names';

const CONTRACTS = [EXCHANGE, LENDING, BTC_BRIDGE, VAULT_BRIDGE];

/** Actions that are refused in every state. */
export const INVALID_INPUTS = {
  ...INVALID_EXCHANGE_INPUTS,
  unknownMemo: (chain, { who, pick }) =>
    chain.send(who, oneOf(CONTRACTS, pick)!, oneOf(GENESIS_TOKENS, pick)!, 1n, 'please'),
  orderInAnotherToken: (chain, { who }) =>
    chain.send(who, EXCHANGE, USDT, 10_000n, 'sell:0.00010000 BTC:60000.00000000 USDT'),
  orderUnpaid: (chain, { who }) =>
    chain.send(who, EXCHANGE, BTC, 9_999n, 'sell:0.00010000 BTC:60000.00000000 USDT'),
  lendBitcoin: (chain, { who, part }) => chain.send(who, LENDING, BTC, part, 'lend:6'),
  lendToNoPool: (chain, { who, part }) => chain.send(who, LENDING, USDT, part, 'lend:7'),
  redeemOtherShares: (chain, { who, part }) => chain.send(who, LENDING, SHARES[5]!, part, 'redeem:6'),
  repayInShares: (chain, { who, part }) => chain.send(who, LENDING, SHARES[6]!, part, 'repay'),
  backstopOfAnother: (chain, { who, part }) => chain.send(who, LENDING, USDT, part, 'backstop'),
  payOutAnotherToken: (chain, { who, part }) => chain.send(who, BTC_BRIDGE, NATIVE, part, OUTSIDE),
  payOutToVaults: (chain, { who, part }) => chain.send(who, VAULT_BRIDGE, BTC, part * 1_000n, OUTSIDE),
  payOutCrumbs: (chain, { who, pick }) => chain.send(who, BTC_BRIDGE, BTC, BigInt(pick), OUTSIDE),
  payNobody: (chain, { who, part }) => chain.send(who, 'nobody', BTC, part, ''),
  payOneself: (chain, { who, part }) => chain.send(who, who, BTC, part, ''),
  payDebt: (chain, { who, whom, part }) => chain.send(who, whom, BTC, -part, ''),
  payAllThereCanBe: (chain, { who, whom }) => chain.send(who, whom, USDT, MAX_UNITS, ''),
  payWithOther: (chain, { who }) =>
    chain.push(who, BTC.contract, transfer, {
      ...{ from: EXCHANGE, to: who, memo: '' },
      quantity: amountOf(BTC, 1n),
    }),
  takeOfVault: (chain, { who, whom }) =>
    chain.push(who, CBTC.contract, transfer, {
      ...{ from: vaultOf(whom), to: who, memo: '' },
      quantity: amountOf(CBTC, 1n),
    }),
  otherPrecision: (chain, { who, whom }) =>
    chain.push(who, BTC.contract, transfer, {
      ...{ from: who, to: whom, memo: '' },
      quantity: { symbol: 'BTC', precision: 4, units: 1n },
    }),
  issueByAnyone: (chain, { who, part }) => {
    const { contract, ...token } = oneOf(GENESIS_TOKENS, Number(part))!;
    const quantity = { symbol: token.symbol, precision: token.precision, units: 1n };
    return chain.push(who, contract, issue, { to: who, quantity, memo: '' });
  },
  retireByAnyone: (chain, { who }) =>
    chain.push(who, USDT.contract, retire, { quantity: amountOf(USDT, 1n), memo: '' }),
  borrowNothing: (chain, { who }) => chain.borrow(who, 0n),
  borrowDebt: (chain, { who, part }) => chain.borrow(who, -part),
  withdrawOfAnother: (chain, { who, whom, part }) =>
    chain.push(who === whom ? RELAYER : who, LENDING, withdraw, {
      account: whom,
      quantity: amountOf(CBTC, part * 1_000n),
      btc_address: OUTSIDE,
    }),
  openPoolsAgain: (chain) => chain.push(LENDING, LENDING, init, {}),
  fallingCurve: (chain) => chain.push(LENDING, LENDING, setcurve, { ...DEFAULT_CURVE, base_apr_bps: 1_999 }),
  curveByAnyone: (chain, { who }) => chain.push(who, LENDING, setcurve, DEFAULT_CURVE),
  bitcoinByAnyone: (chain, { who, part }) =>
    chain.push(who, BTC_BRIDGE, btcsend, { btc_address: OUTSIDE, quantity: amountOf(BTC, part) }),
  bitcoinToNobody: (chain, { part }) =>
    chain.push(RELAYER, BTC_BRIDGE, btcsend, { btc_address: OUTSIDE, quantity: amountOf(BTC, part) }),
  noBlocks: (chain) => chain.push(RELAYER, BTC_BRIDGE, btcblocks, { count: 0 }),
  settleByAnyone: (chain, { who }) => chain.push(who, VAULT_BRIDGE, settle, {}),
  approveNothing: (chain) => chain.push(RELAYER, VAULT_BRIDGE, approve, { id: 0n }),
  cancelNothing: (chain) => chain.push(RELAYER, BTC_BRIDGE, cancel, { id: 0n, reason: '' }),
  addressByAnyone: (chain, { who }) => chain.push(who, VAULT_BRIDGE, reqaddr, { vault: who }),
  priceOfStranger: (chain) =>
    chain.push(RELAYER, ORACLE, submit, { feeder: RELAYER, pair: 'btcusd', price: '1.00000000' }),
  executeNothing: (chain, { who }) =>
    chain.push(who, MULTISIG, exec, { proposer: who, proposal_name: 'nothing', executer: who }),
} satisfies Record<string, TestAction>;
