import {
  type DepositPosition,
  DIGEST_CHARACTERS,
  MAX_OPEN,
  readDeposits,
  type SentState,
  writeDeposits,
} from './deposit-cursor';
import { digestOf } from './digest';
import { NO_ROW } from './newest-rows';
import type { Reading, Step, TopicEvent } from './reading';

/** A payment from Bitcoin as the bridge lists it now. */
export interface Deposit {
  readonly id: bigint;
  readonly status: 'pending' | 'credited';
  readonly txid: string;
  /** It was credited in a block that no fork can undo. */
  readonly isFinal: boolean;
  readonly answer: object;
}

/** The payments of an account at one bridge. */
export interface DepositsRead {
  /** Oldest first. */
  readonly deposits: readonly Deposit[];
  /** False: credited ones behind the number may be missing. */
  readonly isWhole: boolean;
  /** Number of the oldest credited payment behind the number, of any account; -1 where there is none. */
  readonly oldest: bigint;
  /** False: more of them wait than were read. */
  readonly isListWhole: boolean;
}

/** The lists of a bridge. */
export interface DepositLists {
  /** Those that wait, those credited behind a number, and others by their numbers where they are listed. */
  behind(id: bigint, others: readonly bigint[]): Promise<DepositsRead>;
  /** Number of the newest credited payment, of any account, that no fork can undo; -1 where there is none. */
  irreversibleId(): Promise<bigint>;
}

const GAP_REASON =
  'credited payments behind this one are no longer listed, or too many to read, or more payments are open than are ' +
  'followed: look at the balance';

/**
 * Payments of Bitcoin to an account: seen by the bridge, credited, or gone from both lists. One that was credited in a
 * block which a fork replaced is sent as pending, or gone, again.
 */
export function depositsReading(lists: DepositLists, subject: object): Reading {
  return async (cursor) => {
    const irreversible = await lists.irreversibleId();
    const known = cursor === undefined ? undefined : readDeposits(cursor);
    const anchor = known?.anchor ?? irreversible;
    const read = await lists.behind(anchor, [...(known?.sent.keys() ?? [])].map(idOf));
    const before = known ?? { anchor, unfollowed: NO_ROW, isCut: false, sent: present(read.deposits) };
    return stepOf(before, read, irreversible, subject);
  };
}

/** The step from a position to what is listed now. */
function stepOf(before: DepositPosition, read: DepositsRead, irreversible: bigint, subject: object): Step {
  const settled = maximum(irreversible, read.isWhole ? before.anchor : read.oldest);
  const isSettled = ({ isFinal, id }: Deposit): boolean => isFinal && id <= settled;
  const isFollowed = (one: Deposit): boolean => one.id > before.unfollowed || before.sent.has(keyOf(one));
  const listed = read.deposits.filter((one) => isSettled(one) || isFollowed(one));
  const missing = missingOf(before.sent, listed);
  // Behind the end of a list that was not read, a payment is as it was.
  const unseen = read.isListWhole ? [] : missing;
  const open = [...stated(listed.filter((one) => !isSettled(one))), ...unseen].sort(byNumber);
  const dropped = new Map(open.slice(0, -MAX_OPEN));
  const after: DepositPosition = {
    anchor: settled,
    unfollowed: [...dropped.keys()].map(idOf).reduce(maximum, before.unfollowed),
    isCut: !read.isListWhole,
    sent: new Map(open.slice(-MAX_OPEN)),
  };
  const steps = new Steps(
    { ...after, anchor: before.anchor, sent: without(before.sent, dropped) },
    before,
    subject,
  );
  if (!read.isWhole || dropped.size > 0 || (after.isCut && !before.isCut)) steps.gap(before.anchor);
  if (read.isListWhole) for (const [key] of missing) steps.gone(key);
  for (const one of listed) if (!dropped.has(keyOf(one))) steps.state(one, isSettled(one));
  return {
    ...{ start: steps.start, events: steps.events, cursor: writeDeposits(after) ?? steps.start },
    takesBack: !read.isWhole || (read.isListWhole && missing.size > 0),
  };
}

/** Collects events, each with the cursor behind it. */
class Steps {
  readonly events: TopicEvent[] = [];
  readonly start: string;
  readonly #sent: Map<string, SentState>;
  #anchor: bigint;
  #cursor: string;

  constructor(
    private readonly from: DepositPosition,
    before: DepositPosition,
    private readonly subject: object,
  ) {
    this.#sent = new Map(from.sent);
    this.#anchor = from.anchor;
    this.start = this.#cursor = writeDeposits(before) ?? '';
  }

  gap(anchor: bigint): void {
    this.#event('gap', { after_id: String(anchor), before_id: null, reason: GAP_REASON });
  }

  gone(key: string): void {
    this.#sent.delete(key);
    this.#event('deposit', { status: 'gone', id: String(idOf(key)) });
  }

  /** Sends a payment that is listed otherwise than it was sent. One that stays as it is moves the anchor behind it. */
  state(deposit: Deposit, isSettled: boolean): void {
    const key = keyOf(deposit);
    const isNew = this.#sent.get(key) !== stateOf(deposit);
    if (isSettled) {
      this.#anchor = maximum(this.#anchor, deposit.id);
      this.#sent.delete(key);
    } else this.#sent.set(key, stateOf(deposit));
    if (isNew) this.#event('deposit', { status: deposit.status, ...deposit.answer });
  }

  /** Where an id cannot name so many payments, the cursor stays: what follows it is sent again. */
  #event(event: string, data: object): void {
    this.#cursor = writeDeposits({ ...this.from, anchor: this.#anchor, sent: this.#sent }) ?? this.#cursor;
    this.events.push({ event, data: { ...this.subject, ...data }, cursor: this.#cursor });
  }
}

/** Of a client that begins here: it is sent what waits, and not what was credited before. */
const present = (deposits: readonly Deposit[]): ReadonlyMap<string, SentState> =>
  new Map([...stated(deposits)].filter(([, state]) => state === 'c').slice(-MAX_OPEN));

const stated = (deposits: readonly Deposit[]): ReadonlyMap<string, SentState> =>
  new Map(deposits.map((deposit) => [keyOf(deposit), stateOf(deposit)] as const));

const without = <V>(all: ReadonlyMap<string, V>, some: ReadonlyMap<string, unknown>): Map<string, V> =>
  new Map([...all].filter(([key]) => !some.has(key)));

const missingOf = (
  sent: ReadonlyMap<string, SentState>,
  listed: readonly Deposit[],
): Map<string, SentState> => without(sent, stated(listed));

const stateOf = ({ status }: Deposit): SentState => (status === 'pending' ? 'p' : 'c');

/** The number alone may be that of another payment after a fork. */
const keyOf = ({ id, txid }: Deposit): string => `${id}_${digestOf(txid).slice(0, DIGEST_CHARACTERS)}`;

const idOf = (key: string): bigint => BigInt(key.slice(0, key.indexOf('_')));

const maximum = (one: bigint, other: bigint): bigint => (one > other ? one : other);

const byNumber = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  idOf(one) < idOf(other) ? -1 : idOf(one) > idOf(other) ? 1 : 0;
