import { digestOf, ListDigest } from './digest';
import { NO_ROW } from './newest-rows';
import type { CursorForm, Reading, TopicEvent } from './reading';

/** A trade of the account, or of others: `own` is its answer, undefined for those of others. */
export interface TailTrade {
  readonly id: bigint;
  readonly blockNum: number;
  readonly own: object | undefined;
}

/** The trades behind a number, oldest first. */
export interface TradesBehind {
  readonly trades: readonly TailTrade[];
  /** None is missing. */
  readonly isWhole: boolean;
  /** Number of the newest trade that is not behind the number; undefined where that was not read, or is none. */
  readonly before: bigint | undefined;
}

/** The newest trades of a pair. */
export interface TradeTail {
  behind(id: bigint): Promise<TradesBehind>;
  /** Number of the newest trade that no fork can undo, NO_ROW where there is none. */
  irreversibleId(): Promise<bigint>;
  /** States the content of a trade that was read, of any account; undefined of one that was not. */
  markOf(id: bigint): string | undefined;
}

/** Where a client stands. Everything up to `anchor` was irreversible; `digest` states what it was sent behind it. */
interface Position {
  readonly last: bigint;
  readonly anchor: bigint;
  readonly digest: string;
  /** The content of the trade `anchor`; undefined where that was not read. */
  readonly mark: string | undefined;
}

const UNDONE = 'undone';
export const MARK_CHARACTERS = 6;
const CURSOR = /^(\d{1,20})-(\d{1,20})-([\w-]{10})(?:-([\w-]{6}))?$/;

/** The cursors of trades. */
export const FILL_CURSORS: CursorForm = {
  isLog: true,
  longest: 59,
  isCursor: (text) => CURSOR.test(text),
};

/**
 * The trades of an account as events in their order, each once. A client is sent trades in blocks that a fork may
 * still replace; the ids of its events state which ones, so that any replica sees when one of them is gone: `undone`
 * takes back all that was sent behind the last irreversible trade, and those that hold now follow. Where that trade
 * itself is another one now, the chain was set back to an unknown block: all of the pair is taken back.
 */
export function fillsReading(tail: TradeTail, subject: object): Reading {
  return async (cursor) => {
    const position = cursor === undefined ? undefined : readPosition(cursor);
    const irreversible = await tail.irreversibleId();
    const from = position?.anchor ?? irreversible;
    const read = await tail.behind(from);
    const isSetBack = position !== undefined && wasSetBack(tail, read, position);
    const base = isSetBack ? NO_ROW : from;
    const held = isSetBack ? await tail.behind(NO_ROW) : read;
    // An anchor is a trade that is there, so that the next look finds it: behind a gap the oldest one.
    const anchor = maximum(irreversible, held.isWhole ? base : (held.trades[0]?.id ?? NO_ROW));
    const next = cursorAt(held.trades, anchor, tail.markOf(anchor));
    const newestBlock = held.trades.at(-1)?.blockNum;
    if (position === undefined) return { start: next, events: [], cursor: next, newestBlock };
    const events = isSetBack ? setBackEvents(held, subject) : eventsOf(held, position, subject);
    const takesBack = events.some(({ event }) => event === UNDONE);
    return { start: next, events, cursor: next, newestBlock, takesBack };
  };
}

/** The last irreversible trade of a client is another one now, or the log ends before it. */
function wasSetBack(tail: TradeTail, { trades, before }: TradesBehind, { anchor, mark }: Position): boolean {
  if (before === undefined) return false;
  const isOther = mark !== undefined && tail.markOf(anchor) !== mark;
  return isOther || (trades.length === 0 && before < anchor);
}

function setBackEvents(held: TradesBehind, subject: object): TopicEvent[] {
  const none: Position = { last: NO_ROW, anchor: NO_ROW, digest: digestOf([]), mark: undefined };
  return [undoneEvent(none, subject), ...eventsOf(held, none, subject)];
}

function eventsOf({ trades, isWhole }: TradesBehind, position: Position, subject: object): TopicEvent[] {
  if (isWhole) return eventsBehind(trades, position, subject);
  return [gapEvent(trades, position, subject), ...fillEvents(trades, resumed(position, trades), subject)];
}

function eventsBehind(trades: readonly TailTrade[], position: Position, subject: object): TopicEvent[] {
  if (digestOfOwn(trades, position.last) === position.digest) return fillEvents(trades, position, subject);
  const from: Position = { ...position, last: position.anchor, digest: digestOf([]) };
  return [undoneEvent(from, subject), ...fillEvents(trades, from, subject)];
}

/** @param from where the client stands then: it was sent nothing behind the anchor */
const undoneEvent = (from: Position, subject: object): TopicEvent => ({
  event: UNDONE,
  data: { ...subject, after_id: idText(from.anchor) },
  cursor: write(from),
});

function gapEvent(trades: readonly TailTrade[], position: Position, subject: object): TopicEvent {
  const first = trades[0]?.id;
  return {
    event: 'gap',
    data: {
      ...subject,
      after_id: idText(position.last),
      before_id: first === undefined ? null : idText(first),
      reason:
        'these trades are no longer in the table, or too many to read: get_trades has older ones page by page',
    },
    cursor: write(resumed(position, trades)),
  };
}

/** Behind a gap, what the client was sent is taken as it is. */
function resumed(position: Position, trades: readonly TailTrade[]): Position {
  const first = trades[0]?.id;
  if (first === undefined) return { last: NO_ROW, anchor: NO_ROW, digest: digestOf([]), mark: undefined };
  const anchor = first - 1n;
  const last = maximum(position.last, anchor);
  return { last, anchor, digest: digestOfOwn(trades, last), mark: undefined };
}

function fillEvents(trades: readonly TailTrade[], from: Position, subject: object): TopicEvent[] {
  const sent = new ListDigest();
  return trades.flatMap(({ id, own }) => {
    if (own === undefined) return [];
    const digest = sent.add(own);
    if (id <= from.last) return [];
    return [
      { event: 'fill', data: { ...subject, trade: own }, cursor: write({ ...from, last: id, digest }) },
    ];
  });
}

function cursorAt(trades: readonly TailTrade[], anchor: bigint, mark: string | undefined): string {
  const behind = trades.filter(({ id }) => id > anchor);
  const last = maximum(trades.at(-1)?.id ?? anchor, anchor);
  return write({ last, anchor, digest: digestOfOwn(behind, last), mark });
}

/** Of the own trades up to a number: the values as they were sent, and their blocks. */
function digestOfOwn(trades: readonly TailTrade[], last: bigint): string {
  return digestOf(trades.flatMap(({ id, own }) => (id > last || own === undefined ? [] : [own])));
}

/** Numbers are written one higher: NO_ROW is none of their forms. */
const write = ({ last, anchor, digest, mark }: Position): string =>
  `${last + 1n}-${anchor + 1n}-${digest}${mark === undefined ? '' : `-${mark}`}`;

function readPosition(cursor: string): Position | undefined {
  const [, last, anchor, digest, mark] = CURSOR.exec(cursor) ?? [];
  if (last === undefined || anchor === undefined || digest === undefined) return undefined;
  return { last: BigInt(last) - 1n, anchor: BigInt(anchor) - 1n, digest, mark };
}

const maximum = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const idText = (id: bigint): string => String(id);
