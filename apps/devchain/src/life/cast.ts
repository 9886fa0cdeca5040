import { BTC, type Token } from '../contracts/bridge/tokens';
import { USDT } from '../contracts/loan/tokens';
import { PRODUCERS } from '../genesis/accounts';

export const NATIVE: Token = { contract: 'eosio.token', symbol: 'NATIVE', precision: 4 };

/** Those who live on the chain, by what they do. None of them is one of the funded accounts. */
export const CAST = {
  /** Elected: they take turns in making blocks. */
  producers: PRODUCERS,
  feeders: ['feeder1', 'feeder2', 'feeder3', 'feeder4'],
  makers: ['maker1', 'maker2'],
  taker: 'taker1',
  /** Keeps pool 6 liquid; keeps pools 0 to 3 open; waits for redemption in pool 4. */
  lender: 'lender1',
  investor: 'lender2',
  redeemer: 'lender3',
  /** Borrows and repays again and again. */
  regular: 'borrower1',
  /** Has so much debt that the loan is in the warning band. */
  bold: 'borrower2',
  /** Beyond it, with timers that run; they are liquidated and begin anew. */
  reckless: 'borrower3',
  unlucky: 'borrower4',
  careless: 'borrower11',
  /** Waits in the queue for a lower rate: one that never comes, and one that does. */
  patient: 'borrower5',
  hopeful: 'borrower13',
  /** Gets into danger and out again. */
  wavering: 'borrower12',
  /** Has borrowed all of pool 4 and repays in parts. */
  whale: 'whale1',
  /** Has borrowed all of pool 5 and never repays. */
  holder: 'whale2',
  /** Has money that most of the producers decide about together. */
  council: 'council1',
} as const;

/** Those of the cast with a vault. */
export const VAULT_OWNERS: readonly string[] = [
  CAST.regular,
  CAST.bold,
  CAST.reckless,
  CAST.unlucky,
  CAST.careless,
  CAST.patient,
  CAST.hopeful,
  CAST.wavering,
  CAST.whale,
  CAST.holder,
];

/** An amount someone begins with. Whoever is refilled and has less than half is given that much again. */
export interface Endowment {
  readonly account: string;
  readonly token: Token;
  readonly units: bigint;
  readonly isRefilled: boolean;
}

const traders = [...CAST.makers, CAST.taker];

export const ENDOWMENTS: readonly Endowment[] = [
  ...traders.flatMap((account) => [
    { account, token: BTC, units: wholes(BTC, 50n), isRefilled: true },
    { account, token: USDT, units: wholes(USDT, 5_000_000n), isRefilled: true },
    { account, token: NATIVE, units: wholes(NATIVE, 20_000_000n), isRefilled: true },
  ]),
  { account: CAST.lender, token: USDT, units: wholes(USDT, 1_000_000n), isRefilled: true },
  { account: CAST.investor, token: USDT, units: wholes(USDT, 600_000n), isRefilled: false },
  { account: CAST.redeemer, token: USDT, units: wholes(USDT, 400_000n), isRefilled: false },
  { account: CAST.regular, token: USDT, units: wholes(USDT, 50_000n), isRefilled: true },
  { account: CAST.regular, token: BTC, units: wholes(BTC, 5n), isRefilled: true },
  { account: CAST.patient, token: USDT, units: wholes(USDT, 50_000n), isRefilled: true },
  { account: CAST.hopeful, token: USDT, units: wholes(USDT, 5_000n), isRefilled: true },
  { account: CAST.wavering, token: USDT, units: wholes(USDT, 20_000n), isRefilled: true },
  { account: CAST.whale, token: USDT, units: wholes(USDT, 50_000n), isRefilled: true },
  { account: CAST.council, token: NATIVE, units: wholes(NATIVE, 10_000n), isRefilled: true },
];

/** Everyone, each once. */
export const EVERYONE: readonly string[] = Object.values(CAST).flat();

export function wholes({ precision }: Token, amount: bigint): bigint {
  return amount * 10n ** BigInt(precision);
}
