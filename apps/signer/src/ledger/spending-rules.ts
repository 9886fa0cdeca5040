// The rules of the ledger, without storage. A signature counts from its reservation to a whole window after its expiry:
// until then, a holder of it can have it executed. Nothing that a node or a gateway reports gives room back.

/** Room of a cap: at most `max` units within any period of `ms`. */
export interface CapWindow {
  readonly ms: number;
  readonly max: bigint;
}

/** Windows by the name of the cap, such as `USDT`. A name without windows has no room. */
export type Caps = ReadonlyMap<string, readonly CapWindow[]>;

/** An entry of the log. Units are decimal texts, times milliseconds since 1970. */
export type LedgerEvent =
  /** The first entry of every log. */
  | { readonly type: 'begin'; readonly at: number }
  | {
      readonly type: 'reserve';
      /** Transaction id. */
      readonly id: string;
      readonly request: string;
      /** Hash of tool and arguments. */
      readonly call: string;
      readonly units: Readonly<Record<string, string>>;
      /** Units that count until the expiry alone. */
      readonly open_units?: Readonly<Record<string, string>>;
      /** Accounts and Bitcoin addresses that it pays. */
      readonly receivers?: readonly string[];
      readonly signed_at: number;
      readonly expires_at: number;
      readonly packed: string;
    }
  /** The signature never left the process that reserved it, and no other one claimed it. */
  | { readonly type: 'void'; readonly id: string }
  /** Another attempt of the request is about to sign the same bytes: their room cannot come back any more. */
  | { readonly type: 'claim'; readonly id: string }
  /** The owner put an older copy of the log back. Signatures that it lacks may be out. */
  | { readonly type: 'put_back'; readonly at: number }
  | {
      readonly type: 'outcome';
      readonly id: string;
      readonly status: string;
      readonly block_num: number | null;
    }
  /** A request that waits for a person, in the words that the person reads. */
  | {
      readonly type: 'ask';
      readonly request: string;
      readonly call: string;
      readonly text: string;
      readonly at: number;
    }
  | {
      readonly type: 'approve';
      readonly request: string;
      readonly call: string;
      readonly at: number;
      /** Without it: a person. */
      readonly by?: 'host';
    };

/** A transaction that was reserved, and its state. */
export interface Reservation {
  readonly id: string;
  readonly request: string;
  readonly call: string;
  readonly units: ReadonlyMap<string, bigint>;
  readonly openUnits: ReadonlyMap<string, bigint>;
  readonly receivers: readonly string[];
  readonly signedAt: number;
  readonly expiresAt: number;
  readonly packed: string;
  readonly isVoid: boolean;
  /** An attempt beside the one that reserved it may have signed it. */
  readonly isClaimed: boolean;
  readonly outcome: string | undefined;
  /** Of the outcome, as the gateway or a node of the owner stated it. */
  readonly blockNum: number | null;
}

/** A request that waits, or waited, for a person. */
export interface Ask {
  readonly request: string;
  readonly call: string;
  readonly text: string;
  readonly at: number;
}

/** Everything that the log says. */
export class SpendingState {
  readonly byId = new Map<string, Reservation>();
  /** The last reservation of each request. */
  readonly byRequest = new Map<string, string>();
  /** Requests that a person approved, with the call and the time. */
  readonly approved = new Map<string, { readonly call: string; readonly at: number }>();
  /** The last question of each request to a person. */
  readonly asked = new Map<string, Ask>();
  /** Every question to a person. */
  readonly asks: Ask[] = [];
  /** When the owner put an older copy of the log back. */
  putBackAt: number | undefined;

  /** Adds the next event of the log. */
  apply(event: LedgerEvent): void {
    if (event.type === 'begin') return;
    if (event.type === 'put_back') this.putBackAt = event.at;
    else if (event.type === 'approve') this.approved.set(event.request, event);
    else if (event.type === 'ask') this.#ask(event);
    else if (event.type === 'reserve') this.#reserve(event);
    else if (event.type === 'void') this.#change(event.id, { isVoid: true });
    else if (event.type === 'claim') this.#change(event.id, { isClaimed: true });
    else this.#change(event.id, { outcome: event.status, blockNum: event.block_num });
  }

  #ask(ask: Ask): void {
    this.asked.set(ask.request, ask);
    this.asks.push(ask);
  }

  #reserve(event: LedgerEvent & { readonly type: 'reserve' }): void {
    const { id, request, call, signed_at: signedAt, expires_at: expiresAt, packed } = event;
    const { receivers = [] } = event;
    const [units, openUnits] = [event.units, event.open_units ?? {}].map(
      (texts) => new Map(Object.entries(texts).map(([cap, text]) => [cap, BigInt(text)])),
    ) as [Map<string, bigint>, Map<string, bigint>];
    const state = { isVoid: false, isClaimed: false, outcome: undefined, blockNum: null };
    const own = { id, request, call, units, openUnits, receivers, signedAt, expiresAt, packed };
    this.byId.set(id, { ...own, ...state });
    this.byRequest.set(request, id);
  }

  #change(id: string, change: Partial<Reservation>): void {
    const known = this.byId.get(id);
    if (known === undefined) throw new Error(`the log has no reservation ${id}`);
    this.byId.set(id, { ...known, ...change });
  }
}

/** A call that a caller wants to have signed. */
export interface Wanted {
  readonly request: string;
  readonly call: string;
  readonly units: ReadonlyMap<string, bigint>;
  /** Id of the latest transaction of the same call, where a second one is wanted. */
  readonly repeats?: string;
  /** Units that count until the expiry alone, by names that no cap has. */
  readonly openUnits?: ReadonlyMap<string, bigint>;
  readonly receivers?: readonly string[];
  /** Bounds against the state of the chain and everything that may still be executed. @throws SpendingError */
  readonly assertBounds?: (state: SpendingState) => void;
}

/** Why there is no room. */
export class SpendingError extends Error {
  override readonly name = 'SpendingError';

  constructor(
    readonly rule: 'cap' | 'rate' | 'request_id' | 'repeated' | 'approval',
    message: string,
  ) {
    super(message);
  }
}

/** Units of a cap within one of its windows. */
export interface FullWindow {
  readonly cap: string;
  readonly ms: number;
  readonly used: bigint;
  readonly max: bigint;
  readonly wanted: bigint;
  /** When it has room, if nothing else is signed, milliseconds; undefined where it never has as much. */
  readonly roomAt: number | undefined;
}

/** A window of a cap has less room than is wanted. */
export class FullWindowError extends SpendingError {
  constructor(readonly window: FullWindow) {
    super(
      'cap',
      `${window.cap}: ${window.used} of ${window.max} units are used, ${window.wanted} are wanted`,
    );
  }
}

/** Whether the room of a reservation may come back: none but the attempt that reserved it can have signed it. */
export const mayVoid = ({ isVoid, isClaimed }: Reservation): boolean => !isVoid && !isClaimed;

/** Whether another attempt may sign the bytes of a reservation: their room still counts. */
export const mayClaim = (reservation: Reservation): boolean => !reservation.isVoid;

/** The earliest of the machine's clock and the head times of the nodes: a clock that is ahead would empty windows. */
export function presentTime(clocks: readonly number[]): number {
  return Math.min(...clocks);
}

/** Units of a cap that count within a window that ends now. */
export function usedUnits(state: SpendingState, cap: string, windowMs: number, nowMs: number): bigint {
  let sum = 0n;
  for (const { units, expiresAt, isVoid } of state.byId.values())
    if (!isVoid && expiresAt > nowMs - windowMs) sum += units.get(cap) ?? 0n;
  return sum;
}

/** When as many units of a cap have left its window; undefined where there are fewer in it. */
function roomFrom(
  state: SpendingState,
  cap: string,
  windowMs: number,
  { units, nowMs }: { readonly units: bigint; readonly nowMs: number },
): number | undefined {
  const ends = [...state.byId.values()]
    .map((each) => ({ ...each, leavesAt: each.expiresAt + windowMs }))
    .filter(({ isVoid, leavesAt }) => !isVoid && leavesAt > nowMs)
    .toSorted((one, other) => one.leavesAt - other.leavesAt);
  let missing = units;
  for (const { units: leaving, leavesAt } of ends) {
    missing -= leaving.get(cap) ?? 0n;
    if (missing <= 0n) return leavesAt;
  }
  return undefined;
}

/** Longest lifetime that a policy may give a signature: one that a log which was put back lacks has no longer one. */
export const LONGEST_LIFETIME_MS = 60_000;

/**
 * Until when a window has no room: a log that was put back lacks signatures, and within a window that they may fall in no
 * room is known. Milliseconds; long ago for a log that never was.
 */
export const noRoomUntil = ({ putBackAt }: SpendingState, windowMs: number): number =>
  (putBackAt ?? Number.NEGATIVE_INFINITY) + LONGEST_LIFETIME_MS + windowMs;

function assertComplete(state: SpendingState, windowMs: number, nowMs: number): void {
  const until = noRoomUntil(state, windowMs);
  if (nowMs < until)
    throw new SpendingError(
      'cap',
      `the log was put back and lacks its newest part: nothing is signed until ${new Date(until).toISOString()}`,
    );
}

/** Units of transactions that may still be executed. */
export function unexpiredUnits(state: SpendingState, name: string, nowMs: number): bigint {
  let sum = 0n;
  for (const { units, openUnits, expiresAt, isVoid } of state.byId.values())
    if (expiresAt > nowMs && !isVoid) sum += units.get(name) ?? openUnits.get(name) ?? 0n;
  return sum;
}

/** A model may invent a new request id for a retry: an equal call within this time is one. */
const RETRY_WITHIN_MS = 600_000;

function latestOf(state: SpendingState, call: string, nowMs: number): Reservation | undefined {
  return [...state.byId.values()].findLast(
    (each) => each.call === call && !each.isVoid && each.expiresAt > nowMs - RETRY_WITHIN_MS,
  );
}

/**
 * The reservation that the request has already, whose bytes are sent again; undefined when there is room for a new one.
 * @param nowMs `presentTime`
 * @throws SpendingError
 */
export function decide(
  state: SpendingState,
  wanted: Wanted,
  nowMs: number,
  caps: Caps,
): Reservation | undefined {
  const known = state.byId.get(state.byRequest.get(wanted.request) ?? '');
  if (known !== undefined && known.call !== wanted.call)
    throw new SpendingError('request_id', `request_id ${wanted.request} names a call with other arguments`);
  if (known !== undefined && !known.isVoid) return known;
  const twin = latestOf(state, wanted.call, nowMs);
  if (twin !== undefined && twin.id !== wanted.repeats)
    throw new SpendingError(
      'repeated',
      `the same call was already signed: transaction ${twin.id}, request_id ${twin.request}. For a retry, use that request_id again. For a second payment, send \`repeat\`: "${twin.id}"`,
    );
  if (twin !== undefined && twin.expiresAt > nowMs)
    throw new SpendingError(
      'repeated',
      `${twin.id} can still be executed until ${new Date(twin.expiresAt).toISOString()}: repeat it after that`,
    );
  for (const [cap, units] of wanted.units) {
    const windows = caps.get(cap) ?? [];
    if (windows.length === 0) throw new SpendingError('cap', `${cap} has no cap, so none of it may be spent`);
    for (const { ms, max } of windows) {
      assertComplete(state, ms, nowMs);
      const used = usedUnits(state, cap, ms, nowMs);
      if (used + units > max) {
        const roomAt = roomFrom(state, cap, ms, { units: used + units - max, nowMs });
        throw new FullWindowError({ cap, ms, used, max, wanted: units, roomAt });
      }
    }
  }
  wanted.assertBounds?.(state);
  return undefined;
}
