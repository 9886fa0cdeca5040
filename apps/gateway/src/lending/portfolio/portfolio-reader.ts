import { type ApiSymbol, type Pair, profileEntry } from '@app/networks';
import type { OraclePrice } from '@app/prices';
import { Injectable } from '@nestjs/common';
import { Balances, type Holdings } from '../../lookups/holdings/balances';
import { LockedFunds } from '../../lookups/holdings/locked-funds';
import { type HeadPools, PoolsAtHead } from '../../lookups/pools/pools-at-head';
import { CollateralPrice } from '../collateral-price';
import type { LoanRow } from '../loans/loan-rows';
import { OpenLoans } from '../loans/open-loans';
import { Valuations, type Valued } from '../loans/valuations';
import { bestBid } from './best-bid';
import { type LentFunds, LentFundsReader, unmatchedShares } from './lent-funds';
import type { Network } from '../../network/network';

/** Holdings of an account, where they are, and the prices that are known: units, as they were read. */
export interface PortfolioFacts {
  readonly units: Holdings['units'];
  /** Units by symbol in open orders; null when some may be missing. */
  readonly locked: ReadonlyMap<ApiSymbol, bigint> | null;
  readonly lent: readonly LentFunds[];
  /** Symbols of shares of no known pool. */
  readonly unmatched: readonly string[];
  readonly loans: readonly LoanRow[];
  /** Open loans may be missing. */
  readonly hasMoreLoans: boolean;
  readonly valued: Valued;
  /** Fresh or stale; null without one. */
  readonly oracle: OraclePrice | null;
  /** BTC for one NATIVE; undefined where no account offers any. */
  readonly nativeBid: { readonly units: bigint; readonly decimals: number } | undefined;
}

/** Reads everything that belongs to an account: a number of requests that its size does not raise. */
@Injectable()
export class PortfolioReader {
  constructor(
    private readonly balances: Balances,
    private readonly locked: LockedFunds,
    private readonly lent: LentFundsReader,
    private readonly loans: OpenLoans,
    private readonly valuations: Valuations,
    private readonly price: CollateralPrice,
    private readonly pools: PoolsAtHead,
  ) {}

  /** An entry that the profile leaves out does not exist. @throws ToolError when an entry that it names does not match the chain */
  async of(network: Network, account: string): Promise<PortfolioFacts> {
    const { profile } = network;
    const pairs = profile.pairs();
    network.assertEntries(
      ...profile.tokens().map(({ apiSymbol }) => profileEntry.token(apiSymbol)),
      ...(hasExchange(network)
        ? [profileEntry.table('orders'), ...pairs.map(({ apiName }) => profileEntry.pair(apiName))]
        : []),
    );
    const head = profile.isLeftOut(profileEntry.table('pools')) ? undefined : this.pools.of(network);
    const orders = hasExchange(network) ? this.locked.of(network, account) : Promise.resolve(NOTHING);
    const [
      {
        units,
        lent: { funds: lent, unmatched },
      },
      locked,
      borrowed,
      oracle,
      nativeBid,
    ] = await Promise.all([
      this.#holdings(network, account, { orders, head }),
      orders,
      this.#borrowed(network, account, head),
      profile.isLeftOut(profileEntry.table('prices')) ? null : this.price.latest(network),
      this.#nativeBid(network, pairs),
      head,
    ]);
    return { units, lent, unmatched, locked, ...borrowed, oracle, nativeBid };
  }

  async #holdings(
    network: Network,
    account: string,
    { orders, head }: { orders: Promise<PortfolioFacts['locked']>; head: Promise<HeadPools> | undefined },
  ) {
    const [{ units, shares }, locked] = await Promise.all([this.balances.of(network, account), orders]);
    const { profile } = network;
    const { symbol } = profile.token('TPF');
    const inOrders = { symbol, units: locked === null ? null : (locked.get('TPF') ?? 0n) };
    // The contract of the shares may keep other tokens, too: those of the profile are valued by their prices.
    const held = (shares ?? []).filter(({ symbol }) => {
      const known = profile.tokenOf(profile.token('TPF').contract, symbol)?.apiSymbol;
      return known === undefined || known === 'TPF';
    });
    if (head === undefined)
      return { units, lent: { funds: [], unmatched: unmatchedShares({ held, inOrders }, []) } };
    const { pools } = await head;
    return { units, lent: await this.lent.of(network, account, { held, inOrders, pools }) };
  }

  async #borrowed(network: Network, account: string, head: Promise<HeadPools> | undefined) {
    const hasLoans = !network.profile.isLeftOut(profileEntry.table('loans'));
    const { open: loans, more } = hasLoans
      ? await this.loans.of(network, account)
      : { open: [], more: false };
    const valued = await this.valuations.of(network, loans, account, await head);
    return { loans, hasMoreLoans: more, valued };
  }

  async #nativeBid(network: Network, pairs: readonly Pair[]): Promise<PortfolioFacts['nativeBid']> {
    const pair = pairs.find(({ base, quote }) => base.apiSymbol === 'NATIVE' && quote.apiSymbol === 'BTC');
    if (pair === undefined || !hasExchange(network)) return undefined;
    const units = await bestBid(network, pair);
    return units === undefined ? undefined : { units, decimals: pair.priceDecimals };
  }
}

const NOTHING: ReadonlyMap<ApiSymbol, bigint> = new Map();

const hasExchange = ({ profile }: Network): boolean =>
  profile.pairs().length > 0 && !profile.isLeftOut(profileEntry.table('orders'));
