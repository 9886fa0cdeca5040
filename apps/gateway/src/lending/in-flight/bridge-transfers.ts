import { profileEntry, type TableKey, type Token } from '@app/networks';
import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Vaults } from '../../lookups/vaults';
import { readAccountRows } from '../../table-rows/account-rows';
import { bitcoinRow, type PegInRow, pegInRow, type PegOutRow, pegOutRow } from './bridge-rows';
import type { Network } from '../../network/network';

/** A row of a bridge, with the token that it moves. */
export interface Moved<Row> {
  readonly token: Token;
  readonly row: Row;
  /** The bridge still reviews it. */
  readonly isInReview: boolean;
}

/** Rows of an account, of one table or more. */
export interface FoundRows<T> {
  readonly items: readonly T[];
  /** Rows of the account may be missing. */
  readonly more: boolean;
}

/**
 * Payments of an account between Bitcoin and the chain that are not done yet, over both bridges. A list is null where
 * the profile leaves out one of its tables.
 */
export interface BridgeTransfers {
  /** Newest block of Bitcoin that the bridges know; null where no table has it. */
  readonly bitcoinHeight: number | null;
  readonly pegIns: FoundRows<Moved<PegInRow>> | null;
  readonly pegOuts: FoundRows<Moved<PegOutRow>> | null;
}

/** Tables of a bridge, whose rows name `owner`: the account, or its vault; null where it has none. */
interface Bridge {
  readonly symbol: 'BTC' | 'CBTC';
  readonly owner: string | null;
  readonly pegIns: TableKey;
  readonly inReview: TableKey;
  readonly pending: TableKey;
}

/** Finds the payments of an account, and of its vault, that are not done yet. */
@Injectable()
export class BridgeTransfersReader {
  constructor(private readonly vaults: Vaults) {}

  async of(network: Network, account: string): Promise<BridgeTransfers> {
    const hasVaults = network.profile.hasTable('vaults');
    const vault = hasVaults ? await this.vaults.nameOf(network, account) : null;
    const bridges = [btcBridge(account), vaultBridge(vault)];
    const [bitcoinHeight, pegIns, pegOuts] = await Promise.all([
      bitcoinHeightOf(network),
      Promise.all(bridges.map((bridge) => pegInsOf(network, bridge))),
      Promise.all(bridges.map((bridge) => pegOutsOf(network, bridge))),
    ]);
    return { bitcoinHeight, pegIns: joined(pegIns), pegOuts: joined(pegOuts) };
  }
}

const btcBridge = (owner: string): Bridge => ({
  symbol: 'BTC',
  owner,
  pegIns: 'peg_ins_pending',
  inReview: 'peg_outs_in_review',
  pending: 'peg_outs_pending',
});

const vaultBridge = (owner: string | null): Bridge => ({
  symbol: 'CBTC',
  owner,
  pegIns: 'vault_peg_ins_pending',
  inReview: 'vault_peg_outs_in_review',
  pending: 'vault_peg_outs_pending',
});

const pegInsOf = (network: Network, bridge: Bridge) =>
  movedRows(network, bridge, { key: bridge.pegIns, isInReview: false }, pegInRow);

/**
 * A payment goes from the review to the pending ones, which are read after it: one that goes meanwhile is found, unless the
 * answer about the pending ones is a kept one of before, for half a second. Where both reads have it, it counts as pending.
 */
async function pegOutsOf(network: Network, bridge: Bridge): Promise<FoundRows<Moved<PegOutRow>> | null> {
  const { inReview: key } = bridge;
  const inReview = await movedRows(network, bridge, { key, isInReview: true }, pegOutRow);
  const pending = await movedRows(network, bridge, { key: bridge.pending, isInReview: false }, pegOutRow);
  const gone = new Set(pending?.items.map(({ row }) => row.id));
  const waiting = inReview && { ...inReview, items: inReview.items.filter(({ row }) => !gone.has(row.id)) };
  return joined([waiting, pending]);
}

async function movedRows<S extends z.ZodType>(
  network: Network,
  { symbol, owner }: Bridge,
  { key, isInReview }: { readonly key: TableKey; readonly isInReview: boolean },
  schemaOf: (token: Token) => S,
): Promise<FoundRows<Moved<z.output<S>>> | null> {
  if (!network.profile.hasTable(key)) return null;
  network.assertEntries(profileEntry.token(symbol));
  const table = network.table(key);
  if (owner === null) return { items: [], more: false };
  const token = network.profile.token(symbol);
  const { rows, more } = await readAccountRows(network.chain, network, { table: key, account: owner });
  const parsed = parseRows(table, schemaOf(token), rows);
  return { items: parsed.map((row) => ({ token, row, isInReview })), more };
}

function joined<T>(lists: readonly (FoundRows<T> | null)[]): FoundRows<T> | null {
  const found = lists.flatMap((list) => (list === null ? [] : [list]));
  if (found.length < lists.length) return null;
  return { items: found.flatMap(({ items }) => items), more: found.some(({ more }) => more) };
}

async function bitcoinHeightOf(network: Network): Promise<number | null> {
  if (!network.profile.hasTable('bitcoin_chain')) return null;
  const table = network.table('bitcoin_chain');
  const { rows } = await network.chain.tableRows({ ...table, limit: 1 });
  return parseRows(table, bitcoinRow, rows)[0]?.height ?? null;
}
