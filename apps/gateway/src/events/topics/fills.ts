import { digestOf } from './digest';
import { NO_ROW } from './newest-rows';
import type { CursorForm, Reading, TopicEvent } from './reading';

/** A trade of the account, or of others: `own` is its answer, undefined for those of others. */
export interface TailTrade {
  readonly id: bigint;
  readonly blockNum: number;
  readonly own: object | undefined;
}

/** The trades behind a number, oldest first. `isWhole`: none is missing. */
export interface TradesBehind {
  readonly trades: readonly TailTrade[];
  readonly isWhole: boolean;
}

/** The newest trades of a pair. */
export interface TradeTail {
  behind(id: bigint): Promise<TradesBehind>;
  /** Number of the newest trade that no fork can undo, NO_ROW where there is none. */
  irreversibleId(): Promise<bigint>;
}

/** Where a client stands. Everything up to `anchor` was irreversible; `digest` states what it was sent behind it. */
interface Position {
  readonly last: bigint;
  readonly anchor: bigint;
  readonly digest: string;
}

const CURSOR = /^(\d{1,20})-(\d{1,20})-([\w-]{10})$/;

/** The cursors of trades. */
export const FILL_CURSORS: CursorForm = {
  isLog: true,
  longest: 52,
  isCursor: (text) => CURSOR.test(text),
};

/**
 * The trades of an account as events in their order, each once. A client is sent trades in blocks that a fork may
 * still replace; the ids of its events state which ones, so that any replica sees when one of them is gone: `undone`
 * takes back all that was sent behind the last irreversible trade, and those that hold now follow.
 */
export function fillsReading(tail: TradeTail, subject: object): Reading {
  return async (cursor) => {
    const position = cursor === undefined ? undefined : readPosition(cursor);
    const irreversible = await tail.irreversibleId();
    const from = position?.anchor ?? irreversible;
    const read = await tail.behind(from);
    // An anchor is a trade that is there, so that the next look finds it: behind a gap the oldest one.
    const known = read.isWhole ? from : (read.trades[0]?.id ?? NO_ROW);
    const next = cursorAt(read.trades, maximum(irreversible, known));
    if (position === undefined) return { start: next, events: [], cursor: next };
    return { start: next, events: eventsOf(read, position, subject), cursor: next };
  };
}

function eventsOf({ trades, isWhole }: TradesBehind, position: Position, subject: object): TopicEvent[] {
  if (isWhole) return eventsBehind(trades, position, subject);
  return [gapEvent(trades, position, subject), ...fillEvents(trades, resumed(position, trades), subject)];
}

function eventsBehind(trades: readonly TailTrade[], position: Position, subject: object): TopicEvent[] {
  if (digestOfOwn(trades, position.last) === position.digest) return fillEvents(trades, position, subject);
  const { anchor } = position;
  const cursor = write({ last: anchor, anchor, digest: digestOfOwn([], anchor) });
  const undone: TopicEvent = { event: 'undone', data: { ...subject, after_id: idText(anchor) }, cursor };
  return [undone, ...fillEvents(trades, { ...position, last: anchor }, subject)];
}

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
  const first = trades[0]?.id ?? position.last + 1n;
  const anchor = first - 1n;
  const last = maximum(position.last, anchor);
  return { last, anchor, digest: digestOfOwn(trades, last) };
}

function fillEvents(trades: readonly TailTrade[], from: Position, subject: object): TopicEvent[] {
  const fills = trades.filter(({ id, own }) => id > from.last && own !== undefined);
  return fills.map(({ id, own }) => ({
    event: 'fill',
    data: { ...subject, trade: own },
    cursor: write({ last: id, anchor: from.anchor, digest: digestOfOwn(trades, id) }),
  }));
}

function cursorAt(trades: readonly TailTrade[], anchor: bigint): string {
  const behind = trades.filter(({ id }) => id > anchor);
  const last = maximum(trades.at(-1)?.id ?? anchor, anchor);
  return write({ last, anchor, digest: digestOfOwn(behind, last) });
}

/** Of the own trades up to a number: the values as they were sent, and their blocks. */
function digestOfOwn(trades: readonly TailTrade[], last: bigint): string {
  return digestOf(trades.flatMap(({ id, own }) => (id > last || own === undefined ? [] : [own])));
}

/** Numbers are written one higher: NO_ROW is none of their forms. */
const write = ({ last, anchor, digest }: Position): string => `${last + 1n}-${anchor + 1n}-${digest}`;

function readPosition(cursor: string): Position | undefined {
  const [, last, anchor, digest] = CURSOR.exec(cursor) ?? [];
  if (last === undefined || anchor === undefined || digest === undefined) return undefined;
  return { last: BigInt(last) - 1n, anchor: BigInt(anchor) - 1n, digest };
}

const maximum = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const idText = (id: bigint): string => String(id);
