import { BTC, NATIVE, type Token, USDT, wholeUnits } from '../contracts/shared/tokens';
import { FEEDERS } from '../operators/feeders';
import { PRODUCERS } from '../genesis/accounts';
import { EXAMPLE_ACCOUNTS } from '../genesis/example-accounts';

/** The simulated accounts by their role. None of them is one of the funded accounts. */
export const ACTORS = {
  /** Elected producers. */
  producers: PRODUCERS,
  feeders: FEEDERS,
  makers: ['maker1', 'maker2'],
  taker: 'taker1',
  /** Keeps pool 6 liquid; keeps pools 0 to 3 open; waits for redemption in pool 4. */
  lender: 'lender1',
  investor: 'lender2',
  redeemer: 'lender3',
  /** Borrows and repays repeatedly. */
  regular: 'borrower1',
  /** Its loan is in the warning band. */
  warned: 'borrower2',
  /** Their loans are at risk with running liquidation timers; they borrow again after each liquidation. */
  overLeveraged1: 'borrower3',
  overLeveraged2: 'borrower4',
  overLeveraged3: 'borrower11',
  /** Their requests wait for a lower rate: `queued` for one that is never reached, `rateLimited` for one that is. */
  queued: 'borrower5',
  rateLimited: 'borrower13',
  /** Its loan becomes at risk and safe again. */
  atRisk: 'borrower12',
  /** Has borrowed all of pool 4 and repays in parts. */
  whale: 'whale1',
  /** Has borrowed all of pool 5 and never repays. */
  holder: 'whale2',
  /** A multisig account: a majority of the producers decides about its money. */
  council: 'council1',
} as const;

/** The actors that own a vault. */
export const VAULT_OWNERS: readonly string[] = [
  ACTORS.regular,
  ACTORS.warned,
  ACTORS.overLeveraged1,
  ACTORS.overLeveraged2,
  ACTORS.overLeveraged3,
  ACTORS.queued,
  ACTORS.rateLimited,
  ACTORS.atRisk,
  ACTORS.whale,
  ACTORS.holder,
];

/** An initial balance. With `isRefilled` the amount is issued again when less than half of it is left. */
export interface Endowment {
  readonly account: string;
  readonly token: Token;
  readonly units: bigint;
  readonly isRefilled: boolean;
}

const traders = [...ACTORS.makers, ACTORS.taker];

export const ENDOWMENTS: readonly Endowment[] = [
  ...traders.flatMap((account) => [
    { account, token: BTC, units: wholeUnits(BTC, 50n), isRefilled: true },
    { account, token: USDT, units: wholeUnits(USDT, 5_000_000n), isRefilled: true },
    { account, token: NATIVE, units: wholeUnits(NATIVE, 20_000_000n), isRefilled: true },
  ]),
  { account: ACTORS.lender, token: USDT, units: wholeUnits(USDT, 1_000_000n), isRefilled: true },
  { account: ACTORS.investor, token: USDT, units: wholeUnits(USDT, 600_000n), isRefilled: false },
  { account: ACTORS.redeemer, token: USDT, units: wholeUnits(USDT, 400_000n), isRefilled: false },
  { account: ACTORS.regular, token: USDT, units: wholeUnits(USDT, 50_000n), isRefilled: true },
  { account: ACTORS.regular, token: BTC, units: wholeUnits(BTC, 5n), isRefilled: true },
  { account: ACTORS.queued, token: USDT, units: wholeUnits(USDT, 50_000n), isRefilled: true },
  { account: ACTORS.rateLimited, token: USDT, units: wholeUnits(USDT, 5_000n), isRefilled: true },
  { account: ACTORS.atRisk, token: USDT, units: wholeUnits(USDT, 20_000n), isRefilled: true },
  { account: ACTORS.whale, token: USDT, units: wholeUnits(USDT, 50_000n), isRefilled: true },
  { account: ACTORS.council, token: NATIVE, units: wholeUnits(NATIVE, 10_000n), isRefilled: true },
];

/** All actors, each once. */
export const ALL_ACTORS: readonly string[] = Object.values(ACTORS).flat();

/** Accounts with a development key of their own that the simulation signs for. */
export const SIMULATED_SIGNERS: readonly string[] = [...ALL_ACTORS, ...EXAMPLE_ACCOUNTS];
