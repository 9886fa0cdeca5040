import { toolError } from '@app/tooling';
import { digestOf } from './digest';
import type { CursorForm, Reading, TopicEvent } from './reading';

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
}

/** The lists of a bridge. */
export interface DepositLists {
  /** Those that wait, those credited behind a number, and others by their numbers where they are listed. */
  behind(id: bigint, others: readonly bigint[]): Promise<DepositsRead>;
  /** Number of the newest credited payment, of any account, that no fork can undo; 0 where there is none. */
  irreversibleId(): Promise<bigint>;
}

/** Where a client stands: `sent` has the payments that may change, and all behind the anchor. */
interface Position {
  readonly anchor: bigint;
  readonly told: ReadonlyMap<string, Told>;
}

/** The state that a client was sent last of a payment: pending or credited. */
type Told = 'p' | 'c';

/** Payments that an id of an event can name. */
const MAX_OPEN = 24;
const DIGEST_CHARACTERS = 4;
/** A digest may have hyphens too: entries are told apart by their lengths. */
const ENTRY = /--([pc])(\d{1,20}_[\w-]{4})/g;
const CURSOR = new RegExp(`^\\d{1,20}(?:${ENTRY.source}){0,${MAX_OPEN}}$`);

/** The cursors of deposits. */
export const DEPOSIT_CURSORS: CursorForm = {
  isLog: true,
  longest: 20 + MAX_OPEN * 28,
  isCursor: (text) => CURSOR.test(text),
};

/**
 * Payments of Bitcoin to an account: seen by the bridge, credited, or gone from both lists. One that was credited in a
 * block which a fork replaced is sent as pending, or gone, again.
 */
export function depositsReading(lists: DepositLists, subject: object): Reading {
  return async (cursor) => {
    const irreversible = await lists.irreversibleId();
    const position = cursor === undefined ? undefined : readPosition(cursor);
    const anchor = position?.anchor ?? irreversible;
    const { deposits, isWhole } = await lists.behind(anchor, idsOf(position));
    if (deposits.length > MAX_OPEN)
      throw toolError(
        'UPSTREAM_ANSWER_UNREADABLE',
        `it lists more than ${MAX_OPEN} open payments of one account`,
      );
    const told = new Map(position?.told ?? present(deposits));
    const events = [
      ...(isWhole ? [] : [gapEvent({ anchor, told }, subject)]),
      ...changesOf({ anchor, told }, deposits).map(({ data, ...change }) => ({
        event: 'deposit',
        data: { ...subject, ...data },
        ...change,
      })),
    ];
    const settled = irreversible > anchor ? irreversible : anchor;
    return {
      start: write(anchor, told, deposits),
      events,
      cursor: write(settled, stated(deposits), deposits),
    };
  };
}

/** Each payment that is listed otherwise than it was sent, with the cursor behind it. */
function changesOf(
  { anchor, told: before }: Position,
  deposits: readonly Deposit[],
): { readonly data: object; readonly cursor: string }[] {
  const told = new Map(before);
  const now = stated(deposits);
  const cursorBehind = (data: object) => ({ data, cursor: write(anchor, told, deposits) });
  const changed = deposits.filter((deposit) => before.get(keyOf(deposit)) !== stateOf(deposit));
  const gone = [...before.keys()].filter((key) => !now.has(key));
  return [
    ...changed.map((deposit) => {
      told.set(keyOf(deposit), stateOf(deposit));
      return cursorBehind(answerOf(deposit));
    }),
    ...gone.map((key) => {
      told.delete(key);
      return cursorBehind(goneAnswer(key));
    }),
  ];
}

/** Of a client that begins here: it is sent what waits, and not what was credited before. */
const present = (deposits: readonly Deposit[]): ReadonlyMap<string, Told> =>
  new Map(deposits.filter(({ status }) => status === 'credited').map((one) => [keyOf(one), 'c'] as const));

const stated = (deposits: readonly Deposit[]): ReadonlyMap<string, Told> =>
  new Map(deposits.map((deposit) => [keyOf(deposit), stateOf(deposit)] as const));

const stateOf = ({ status }: Deposit): Told => (status === 'pending' ? 'p' : 'c');

/** The number alone may be that of another payment after a fork. */
const keyOf = ({ id, txid }: Deposit): string => `${id}_${digestOf(txid).slice(0, DIGEST_CHARACTERS)}`;

const answerOf = ({ status, answer }: Deposit): object => ({ status, ...answer });

const idOf = (key: string): string => key.slice(0, key.indexOf('_'));

const goneAnswer = (key: string): object => ({ status: 'gone', id: idOf(key) });

const idsOf = (position: Position | undefined): bigint[] =>
  [...(position?.told.keys() ?? [])].map((key) => BigInt(idOf(key)));

function gapEvent({ anchor, told }: Position, subject: object): TopicEvent {
  return {
    event: 'gap',
    data: {
      ...subject,
      after_id: String(anchor),
      before_id: null,
      reason:
        'credited payments behind this one are no longer listed, or too many to read: look at the balance',
    },
    cursor: write(anchor, told, []),
  };
}

/** A final payment needs no mention once the anchor is at it or behind it. */
function write(anchor: bigint, told: ReadonlyMap<string, Told>, deposits: readonly Deposit[]): string {
  const final = new Set(deposits.filter(({ isFinal, id }) => isFinal && id <= anchor).map(keyOf));
  const open = [...told].filter(([key]) => !final.has(key));
  return [String(anchor), ...open.map(([key, state]) => `${state}${key}`)].join('--');
}

function readPosition(cursor: string): Position | undefined {
  if (!CURSOR.test(cursor)) return undefined;
  const told = [...cursor.matchAll(ENTRY)].map(([, state, key]) => [key ?? '', state as Told] as const);
  return { anchor: BigInt(cursor.slice(0, cursor.search(/-|$/))), told: new Map(told) };
}
