import { formatAmount } from '@app/antelope';
import { profileEntry, type TableAddress, type TableKey, type Token } from '@app/networks';
import { parseRows, rowTime } from '@app/upstream';
import { z } from 'zod';
import { answerInteger, answerTime } from '../../formatting/answer-values';
import { type PegInRow, pegInRow } from '../../lending/in-flight/bridge-rows';
import { readAccountRows } from '../../table-rows/account-rows';
import type { Deposit, DepositLists, DepositsRead } from '../topics/deposits';
import { type NewestRows, NO_ROW, type NumberedRow } from '../topics/newest-rows';
import type { Look } from './look';

/** Times of the table have whole seconds: a row may be of a block up to this much later. */
const SECOND_MS = 1_000;

const creditedRow = z.object({ confirmed_at: rowTime });

/** The bridges whose payments are sent: of BTC. Those of the vaults have no list of credited ones in the profile. */
const LISTS: { readonly symbol: 'BTC'; readonly credited: TableKey; readonly pending: TableKey } = {
  ...{ symbol: 'BTC', credited: 'peg_ins', pending: 'peg_ins_pending' },
};

/** The payments of Bitcoin to an account, by the lists of the bridge. */
export class BridgeDeposits implements DepositLists {
  readonly #token: Token;
  readonly #credited: TableAddress;
  readonly #pending: TableAddress;
  readonly #log: NewestRows;

  constructor(
    private readonly look: Look,
    private readonly account: string,
  ) {
    const { network } = look;
    network.assertEntries(profileEntry.token(LISTS.symbol));
    this.#token = network.profile.token(LISTS.symbol);
    this.#credited = network.table(LISTS.credited);
    this.#pending = network.table(LISTS.pending);
    this.#log = look.log(this.#credited);
  }

  async behind(id: bigint, others: readonly bigint[]): Promise<DepositsRead> {
    const { network } = this.look;
    const [irreversibleMs, behind, pending] = await Promise.all([
      this.look.irreversibleTimeMs(),
      this.#log.behind(id),
      readAccountRows(network.chain, network, { table: LISTS.pending, account: this.account }),
    ]);
    const waiting = parseRows(this.#pending, pegInRow(this.#token), pending.rows);
    const known = new Set([...behind.rows, ...waiting].map((row) => row.id));
    const single = await Promise.all(
      others.filter((other) => !known.has(other)).map((other) => this.#creditedRow(other)),
    );
    const deposits = [
      ...[...single.flat(), ...behind.rows].flatMap((row) => this.#creditedTo(row, irreversibleMs)),
      ...waiting.map((paid) => ({ ...depositOf(this.#token, paid, 'pending'), isFinal: false })),
    ];
    const { isWhole, rows } = behind;
    const oldest = rows[0]?.id ?? NO_ROW;
    return { deposits: deposits.sort(byId), isWhole, oldest, isListWhole: !pending.more };
  }

  async irreversibleId(): Promise<bigint> {
    const irreversibleMs = await this.look.irreversibleTimeMs();
    const { rows } = await this.#log.whileIs((row) => !this.#isFinal(row, irreversibleMs));
    return this.#log.before(rows[0]?.id);
  }

  /** One that waited and does so no more may have been credited behind others with higher numbers. */
  async #creditedRow(id: bigint): Promise<NumberedRow[]> {
    const only = { lower_bound: String(id), upper_bound: String(id), limit: 1 };
    const { rows } = await this.look.network.chain.tableRows({ ...this.#credited, ...only });
    return rows.map((row) => ({ id, row }));
  }

  #creditedTo(numbered: NumberedRow, irreversibleMs: number): Deposit[] {
    const [paid] = parseRows(this.#credited, pegInRow(this.#token), [numbered.row]);
    if (paid?.account !== this.account) return [];
    const deposit = depositOf(this.#token, paid, 'credited', this.#timeOf(numbered));
    return [{ ...deposit, isFinal: this.#isFinal(numbered, irreversibleMs) }];
  }

  #isFinal(row: NumberedRow, irreversibleMs: number): boolean {
    return this.#timeOf(row) + SECOND_MS <= irreversibleMs;
  }

  #timeOf({ row }: NumberedRow): number {
    return parseRows(this.#credited, creditedRow, [row])[0]?.confirmed_at ?? Infinity;
  }
}

const byId = (one: Deposit, other: Deposit): number => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

function depositOf(
  token: Token,
  { id, txid, quantity, btc_address, seen_at }: PegInRow,
  status: Deposit['status'],
  creditedAtMs?: number,
): Omit<Deposit, 'isFinal'> {
  return {
    id,
    status,
    txid,
    answer: {
      id: answerInteger(id),
      symbol: token.apiSymbol,
      amount: formatAmount(quantity, token.precision),
      btc_address,
      txid,
      seen_at: answerTime(seen_at),
      credited_at: creditedAtMs === undefined ? null : answerTime(creditedAtMs),
    },
  };
}
