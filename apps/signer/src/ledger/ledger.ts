import { closeSync, lstatSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { FileError } from '../private-file';
import { OwnerError } from '../refusal';
import { isEqualMac, macOf } from './entry-mac';
import { ASK_LIVES_MS, assertMayAsk } from './asks';
import { type LogHead, LogHeadFile } from './log-head';
import { type NewTransaction, reserveEvent } from './reserve-event';
import {
  type Caps,
  decide,
  type LedgerEvent,
  mayClaim,
  mayVoid,
  presentTime,
  type Reservation,
  SpendingError,
  SpendingState,
  type Wanted,
} from './spending-rules';

/** The log was changed by something else than a signer with this key. Nothing more is signed. */
export class LedgerError extends OwnerError {
  override readonly name = 'LedgerError';
}

/** Where a log is, and how it is opened. */
export interface LedgerPlace {
  readonly file: string;
  /** The newest entry, kept apart. */
  readonly headFile: string;
  /** True for a log that the owner put back: it may be older than its head. Default: false. */
  readonly isPutBack?: boolean;
}

/** A request with the transaction that belongs to it. */
export interface Reserved {
  readonly reservation: Reservation;
  /** It was reserved before: its bytes are sent again. */
  readonly isRepeat: boolean;
}

interface Row {
  readonly seq: number;
  readonly body: string;
  readonly mac: string;
}

const FIRST_MAC = '';

/**
 * The log of everything that was signed, in one file that several processes share. Each entry has a MAC over the one
 * before it, so that no entry can be changed, added or removed between others without the key. A reservation is on the
 * disk when `reserve` returns.
 */
export class Ledger {
  readonly #database: DatabaseSync;
  readonly #state = new SpendingState();
  readonly #events: LedgerEvent[] = [];
  readonly #head: LogHeadFile;
  #lastMac = FIRST_MAC;
  /** The entry of a step that is not on the disk yet. */
  #appended: { readonly event: LedgerEvent; readonly mac: string } | undefined;
  /** Entry of the head that this process has written or checked last. */
  #headSeq = 0;

  /**
   * @param macKey 32 bytes
   * @throws FileError, LedgerError
   */
  constructor(
    { file, headFile, isPutBack = false }: LedgerPlace,
    private readonly macKey: Uint8Array,
    private readonly caps: Caps,
  ) {
    assertPrivate(file);
    this.#head = new LogHeadFile(headFile);
    this.#database = new DatabaseSync(file);
    this.#database.exec('PRAGMA busy_timeout = 10000; PRAGMA synchronous = FULL');
    this.#transaction(() => undefined);
    if (this.#events[0]?.type !== 'begin') throw new LedgerError(`${file} is no log of a signer`);
    const newest = isPutBack ? { seq: this.#events.length, mac: this.#lastMac } : this.#head.read();
    this.#assertNewest(newest);
    this.#headSeq = newest.seq;
  }

  /**
   * Makes the file of a new key. A log that is missing later is never made again by itself: an empty one has all room.
   * @throws FileError where the file exists
   */
  static create({ file, headFile }: LedgerPlace, macKey: Uint8Array, at: number): void {
    try {
      closeSync(openSync(file, 'wx', 0o600));
    } catch (cause) {
      throw new FileError(`${file} cannot be made, or exists`, { cause });
    }
    const database = new DatabaseSync(file);
    const body = JSON.stringify({ type: 'begin', at } satisfies LedgerEvent);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE entries (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, mac TEXT NOT NULL) STRICT`);
    const insert = database.prepare('INSERT INTO entries (seq, body, mac) VALUES (1, ?, ?)');
    const mac = macOf(macKey, 1, FIRST_MAC, body);
    insert.run(body, mac);
    database.close();
    new LogHeadFile(headFile).write({ seq: 1, mac });
  }

  /**
   * Takes room for a transaction, and is on the disk before it returns. A request that has one already gets it again.
   * @param clocks of the machine and of the heads of the nodes, milliseconds
   * @throws SpendingError
   */
  reserve(wanted: Wanted, transaction: NewTransaction, clocks: readonly number[]): Reserved {
    const known = this.#transaction(() => {
      const nowMs = presentTime(clocks);
      const before = decide(this.#state, wanted, nowMs, this.caps);
      if (before !== undefined) return before;
      this.#append(reserveEvent(wanted, transaction, nowMs));
      return undefined;
    });
    return { reservation: known ?? this.#reservation(transaction.id), isRepeat: known !== undefined };
  }

  /**
   * Gives the room back. Only for a signature that was never made by the attempt that reserved it; nothing comes back
   * when another attempt has claimed the bytes.
   */
  void(id: string): void {
    this.#transaction(() => {
      if (mayVoid(this.#reservation(id))) this.#append({ type: 'void', id });
    });
  }

  /**
   * Takes the bytes of an earlier attempt to sign them again: from now on they count until they have expired.
   * @throws SpendingError when that attempt has given their room back
   */
  claim(id: string): void {
    this.#transaction(() => {
      const reservation = this.#reservation(id);
      if (!mayClaim(reservation))
        throw new SpendingError(
          'repeated',
          'another attempt of this request ended before it was signed: send the same call again',
        );
      if (!reservation.isClaimed) this.#append({ type: 'claim', id });
    });
  }

  /** Continues a log that was put back. All room counts as used for a whole window, because its newest part is missing. */
  continuePutBack(at: number): void {
    this.#transaction(() => this.#append({ type: 'put_back', at }));
  }

  /**
   * Notes what the gateway said. An execution stays: the nodes forget a transaction within minutes, and a gateway that does
   * not know it any more has not taken it back.
   * @returns the reservation with the outcome that counts
   */
  outcome(id: string, status: 'executed' | 'unknown', blockNum: number | null): Reservation {
    this.#transaction(() => {
      const { outcome } = this.#reservation(id);
      if (outcome !== status && outcome !== 'executed')
        this.#append({ type: 'outcome', id, status, block_num: blockNum });
    });
    return this.#reservation(id);
  }

  /**
   * Notes that a request waits for a person, for an hour.
   * @throws SpendingError when too many wait
   */
  ask(request: string, call: string, text: string, at: number): void {
    this.#transaction(() => {
      const asked = this.#state.asked.get(request);
      if (asked?.call === call && asked.at > at - ASK_LIVES_MS) return;
      assertMayAsk(this.#state, at);
      this.#append({ type: 'ask', request, call, text, at });
    });
  }

  /** Notes that a person approved a request, or the host of the agent. */
  approve(request: string, call: string, at: number, by?: 'host'): void {
    const event = { type: 'approve', request, call, at, ...(by && { by }) } as const;
    this.#transaction(() => this.#append(event));
  }

  /** The transaction of a request, with that of other processes. */
  find(request: string): Reservation | undefined {
    const id = this.#transaction(() => this.#state.byRequest.get(request));
    return id === undefined ? undefined : this.#reservation(id);
  }

  /** Everything that was signed, with that of other processes. */
  read(): { readonly state: SpendingState; readonly events: readonly LedgerEvent[] } {
    this.#transaction(() => undefined);
    return { state: this.#state, events: this.#events };
  }

  close(): void {
    this.#database.close();
  }

  #reservation(id: string): Reservation {
    const found = this.#state.byId.get(id);
    if (found === undefined) throw new LedgerError(`the log has no reservation ${id}`);
    return found;
  }

  /** One writer at a time, over all processes. New entries are on the disk, and then in the head, when it returns. */
  #transaction<T>(work: () => T): T {
    const result = this.#locked(work);
    // After the commit: a head without its entry would stop the signer after a crash between both. As long as the head
    // lacks an entry, each step throws here, and nothing is signed.
    if (this.#headSeq > 0 && this.#events.length > this.#headSeq) this.#locked(() => this.#writeHead());
    return result;
  }

  #locked<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      this.#readNew();
      this.#appended = undefined;
      const result = work();
      this.#database.exec('COMMIT');
      // Not before: an entry that the disk had no room for is none.
      if (this.#appended !== undefined) this.#note(this.#appended);
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #writeHead(): void {
    this.#head.write({ seq: this.#events.length, mac: this.#lastMac });
    this.#headSeq = this.#events.length;
  }

  #assertNewest({ seq, mac }: LogHead): void {
    const row = this.#database.prepare('SELECT mac FROM entries WHERE seq = ?').get(seq) as
      Pick<Row, 'mac'> | undefined;
    if (row?.mac !== mac)
      throw new LedgerError(
        `the log is older than its head: it ends at entry ${this.#events.length}, entry ${seq} was written before. An older copy was put back. Put the newest one there, or see \`signer log accept\``,
      );
  }

  #readNew(): void {
    const known = this.#events.length;
    const statement = this.#database.prepare(
      'SELECT seq, body, mac FROM entries WHERE seq >= ? ORDER BY seq',
    );
    const rows = statement.all(Math.max(known, 1)) as unknown as Row[];
    if (known > 0 && rows.shift()?.mac !== this.#lastMac)
      throw new LedgerError('the log is another one than before: it was cut or replaced');
    for (const { seq, body, mac } of rows) {
      if (seq !== this.#events.length + 1)
        throw new LedgerError(`the log has no entry ${this.#events.length + 1}`);
      if (!isEqualMac(mac, this.#macOf(seq, body)))
        throw new LedgerError(`entry ${seq} of the log is not of this signer`);
      this.#note({ event: JSON.parse(body) as LedgerEvent, mac });
    }
  }

  /** Once in a step. */
  #append(event: LedgerEvent): void {
    const seq = this.#events.length + 1;
    const body = JSON.stringify(event);
    const mac = this.#macOf(seq, body);
    this.#database.prepare('INSERT INTO entries (seq, body, mac) VALUES (?, ?, ?)').run(seq, body, mac);
    this.#appended = { event, mac };
  }

  #note({ event, mac }: { readonly event: LedgerEvent; readonly mac: string }): void {
    this.#state.apply(event);
    this.#events.push(event);
    this.#lastMac = mac;
  }

  #macOf(seq: number, body: string): string {
    return macOf(this.macKey, seq, this.#lastMac, body);
  }
}

function assertPrivate(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new FileError(`${file} does not exist: restore it, or the room that was used is unknown`);
  if (!stats.isFile() || stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0)
    throw new FileError(`${file} is no file of this user alone (chmod 600)`);
}
