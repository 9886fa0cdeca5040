import { genaddr } from '../contracts/bridge/signatures';
import { shareOf, BTC, NATIVE, USDT, wholeUnits } from '../contracts/shared/tokens';
import { type Pair, PAIRS } from '../contracts/dex/pairs';
import type { OrderTerms } from '../contracts/dex/matching/order';
import { addressOf, assignAddresses, bitcoinPayment, mineBitcoin } from '../operators/bitcoin';
import { vaultNameOf } from './vault-names';
import { ACTORS } from './actors';
import { EXAMPLE_ACCOUNTS, EXAMPLES } from '../genesis/example-accounts';
import { borrowing, ILLIQUID_POOL, lending, MAIN_POOL, redeeming } from './lending-activity';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { newAccounts } from '../operators/new-accounts';
import { placing } from './orders';
import { openingVault } from './own-vault';
import type { SimulationContext } from './context';
import { issueTo } from '../operators/issuer';
import { BTC_BRIDGE, VAULT_BRIDGE } from '../contracts/shared/account-names';

const CONFIRMATIONS = 3;
const usdt = (amount: bigint): bigint => wholeUnits(USDT, amount);
const ONE_BITCOIN = wholeUnits(BTC, 1n);
const DEPOSIT = usdt(100_000n);
/** Below the rate of every curve that the council chooses from, at any utilization above zero. */
const UNREACHED_APR_BPS = 100;

/** Far from the market on either side, and the first orders of the exchange: ids 1 and 2. */
const ORDERS: Readonly<Record<string, OrderTerms>> = {
  /** Buys 0.1 BTC at 20,000 USDT. */
  btcusdt: { side: 'buy', price: 20_000n * 10n ** 8n, base: ONE_BITCOIN / 10n },
  /** Sells 1,000 NATIVE at 0.0000100000 BTC, ten times the price of the market. */
  nativebtc: { side: 'sell', price: 100_000n, base: wholeUnits(NATIVE, 1_000n) },
};

/**
 * Sets up the example accounts. Runs before everything else that takes an id of the exchange or of lending, so the ids
 * are the same on every chain: loan 1, loan request 2, redemption 1, orders 1 and 2.
 */
export function setUpExamples({ chain }: SimulationContext): void {
  chain.send(...newAccounts(chain, EXAMPLE_ACCOUNTS));
  for (const account of EXAMPLE_ACCOUNTS) fund(chain, account);
  assignAddresses(chain);
  chain.send(
    ...EXAMPLE_ACCOUNTS.flatMap((owner) => {
      const address = addressOf(chain, VAULT_BRIDGE, vaultNameOf(chain.seed, owner));
      return address === undefined ? [] : [bitcoinPayment(address, ONE_BITCOIN)];
    }),
  );
  mineBitcoin(chain, CONFIRMATIONS);
  const { borrower, applicant } = EXAMPLES;
  chain.send(
    ...issueTo(borrower, USDT, DEPOSIT, 'endowment'),
    lending(borrower, DEPOSIT, ILLIQUID_POOL),
    borrowing(borrower, usdt(10_000n), MAIN_POOL),
    borrowing(applicant, usdt(5_000n), MAIN_POOL, UNREACHED_APR_BPS),
    borrowing(ACTORS.holder, DEPOSIT, ILLIQUID_POOL),
    redeeming(borrower, wholeUnits(shareOf(ILLIQUID_POOL), 50_000n), ILLIQUID_POOL),
    ...PAIRS.flatMap((pair) => ordersOn(pair)),
  );
}

/** Balances equal to those of the genesis accounts, and an empty vault. */
function fund(chain: InProcessClient, account: string): void {
  chain.send(
    ...issueTo(account, BTC, wholeUnits(BTC, 10n), 'endowment'),
    ...issueTo(account, USDT, usdt(1_000_000n) + DEPOSIT, 'endowment'),
    ...issueTo(account, NATIVE, wholeUnits(NATIVE, 1_000_000n), 'endowment'),
    lending(account, DEPOSIT, MAIN_POOL),
    actionOf(BTC_BRIDGE, genaddr, { account }, account),
    ...openingVault(chain, account),
  );
}

function ordersOn(pair: Pair) {
  const terms = ORDERS[pair.name];
  return terms === undefined ? [] : [placing(EXAMPLES.borrower, pair, terms)];
}
