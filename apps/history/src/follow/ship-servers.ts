import type { Clock } from '@app/operations';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import {
  isDatabaseTrouble,
  ColdTierError,
  SecondWriterError,
  StoreUnavailableError,
  StoreVersionError,
  WrongChainError,
} from '../store/errors';
import {
  ConnectionError,
  DisconnectedBlockError,
  IrreversibleForkError,
  isRefusal,
  MissingHistoryError,
  NodeBehindError,
} from './follow-errors';

/** A server that is away, behind or without the history may be back soon. */
const REST_MS = 15_000;
/** One that sent what does not prove itself, or another chain, is asked again when no other one works. */
const LONG_REST_MS = 60_000;
const SHORT_FAILURES = [ConnectionError, MissingHistoryError, DisconnectedBlockError, NodeBehindError];

const OF_OTHERS = [
  ...[StoreUnavailableError, SecondWriterError, StoreVersionError, ColdTierError],
  ...[RefusedArchiveError, UnavailableArchiveError],
];

/**
 * How long a server rests after this error; 0: it is not the server's. Pure.
 * @param isRepeated whether attempts in a row failed without a commit. An error that is not known to be of the store or an
 *   archive is then taken for the server's: rows of the state are not proven, so it may send some that a store refuses
 */
function restAfter(error: unknown, isRepeated: boolean): number {
  if (isRefusal(error) || error instanceof WrongChainError || error instanceof IrreversibleForkError)
    return LONG_REST_MS;
  if (SHORT_FAILURES.some((known) => error instanceof known)) return REST_MS;
  const isOfOthers = isDatabaseTrouble(error) || OF_OTHERS.some((known) => error instanceof known);
  return isRepeated && !isOfOthers ? REST_MS : 0;
}

/**
 * The state-history servers of one chain: one is used until it fails, then the first one in the order of the setting that
 * does not rest. Where all of them rest, the one whose rest ends first.
 */
export class ShipServers {
  readonly #restsUntilMs: number[];
  #current = 0;

  constructor(
    private readonly urls: readonly string[],
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.#restsUntilMs = urls.map(() => 0);
  }

  get count(): number {
    return this.urls.length;
  }

  /** The one that is used. */
  get url(): string {
    return this.urls[this.#current] ?? '';
  }

  /** Those that are not used. */
  get others(): readonly string[] {
    return this.urls.filter((_, index) => index !== this.#current);
  }

  /** Its place in the order of the setting, from 1 on. */
  get place(): number {
    return this.#current + 1;
  }

  /**
   * The one that is used failed.
   * @param isRepeated whether the attempt before failed, too, and nothing was committed since
   * @returns whether another one is used from now on
   */
  failed(error: unknown, isRepeated: boolean): boolean {
    const restMs = restAfter(error, isRepeated);
    return restMs > 0 && this.#rest(restMs);
  }

  /** The one that is used has no more blocks at the moment: the next one continues. */
  ended(): void {
    this.#rest(REST_MS);
  }

  /** @returns whether another one is used from now on */
  #rest(restMs: number): boolean {
    const before = this.#current;
    const nowMs = this.clock.monotonicMs();
    this.#restsUntilMs[before] = nowMs + restMs;
    const rests = this.#restsUntilMs.map((untilMs) => Math.max(0, untilMs - nowMs));
    this.#current = rests.indexOf(Math.min(...rests));
    return this.#current !== before;
  }
}
