import { nameToValue, symbolCodeToValue } from '@app/antelope';
import type { ActionField } from '../../derive/action-writes';

const names = (...texts: string[]): bigint[] => texts.map(nameToValue);

/** Few values, so that random blocks and random queries meet. `zzzzzzzzzzzzj` has the highest bit set. */
export const ACCOUNTS = names('alice', 'bob', 'carol', 'dave', 'eosio', 'eosio.token', 'zzzzzzzzzzzzj');
export const CONTRACTS = names('eosio', 'eosio.token', 'zzzdex');
export const ACTIONS = names('transfer', 'issue', 'newaccount', 'updateauth', 'place', 'onblock');
export const TABLES = names('accounts', 'stat', 'orders');
export const PERMISSIONS = names('owner', 'active', 'trade');
export const PRODUCERS = names('proda', 'prodb', 'zprodc');
export const SYMBOLS = ['EOS', 'USDT', 'BTC'].map(symbolCodeToValue);
export const PRIMARY_KEYS = [0n, 1n, 255n, 2n ** 63n, 2n ** 64n - 1n];
export const PROPOSALS = names('first', 'second');
export const FIELDS: ActionField[] = ['transfer.from', 'transfer.to', 'transfer.symbol', 'newaccount.newact'];
export const KEYS = [1, 2, 3].map((value) => Uint8Array.from({ length: 34 }, () => value));
export const CHAIN_ID = Uint8Array.from({ length: 32 }, (_, index) => index);

/** Pairs of the exchange. */
export const PAIRS = [1n, 2n];
