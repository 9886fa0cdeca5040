import { formatPrice, nameToValue, type PackedAction } from '@app/antelope';
import { addfeeder, submit } from '../contracts/oracle/signatures';
import { feedersTable, submissionsTable } from '../contracts/oracle/tables';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { newAccounts } from './new-accounts';
import { scaleByPpm } from './scale-by-ppm';
import { BTC_FEED, PRICE_DECIMALS } from '../contracts/oracle/feeds';
import { ORACLE } from '../contracts/shared/account-names';

/** The accounts of the feeders. */
export const FEEDERS = ['feeder1', 'feeder2', 'feeder3', 'feeder4'] as const;

/** Deviation of each feeder's corrupt submissions: beyond the allowed 10 %, all different. */
const CORRUPTIONS_PPM = [500_000, -500_000, 1_000_000, -750_000];
/** Submission period of the first feeder; each following one is longer by the stagger. A round is 60 s. */
const PERIOD_MS = 20_000;
const STAGGER_MS = 2_000;

export type FeederMode = 'honest' | 'stopped' | 'corrupt';
export const FEEDER_MODES: readonly FeederMode[] = ['honest', 'stopped', 'corrupt'];

/** The price feeders of the oracle. */
export class Feeders {
  readonly #modes = new Map<string, FeederMode>(FEEDERS.map((feeder) => [feeder, 'honest']));

  constructor(private readonly chain: InProcessClient) {}

  /** All feeders with their modes. */
  all(): { feeder: string; mode: FeederMode }[] {
    return [...this.#modes].map(([feeder, mode]) => ({ feeder, mode }));
  }

  setMode(feeder: string, mode: FeederMode): void {
    if (this.#modes.has(feeder)) this.#modes.set(feeder, mode);
  }

  save(): readonly (readonly [feeder: string, mode: FeederMode])[] {
    return [...this.#modes];
  }

  load(saved: ReturnType<Feeders['save']>): void {
    for (const [feeder, mode] of saved) this.#modes.set(feeder, mode);
  }

  /** Creates and registers the missing feeders. */
  ensure(): void {
    const missing = FEEDERS.filter((feeder) => !this.chain.isAccount(feeder));
    if (missing.length > 0) this.chain.send(...newAccounts(this.chain, missing));
    const unregistered = FEEDERS.filter(
      (feeder) => this.chain.find(ORACLE, ORACLE, feedersTable, nameToValue(feeder)) === undefined,
    );
    if (unregistered.length > 0) {
      this.chain.send(...unregistered.map((feeder) => actionOf(ORACLE, addfeeder, { feeder }, ORACLE)));
    }
  }

  /** Submits for the feeders whose period has passed; `nextPrice` is called once for each of them. */
  submitDue(nextPrice: () => bigint): void {
    FEEDERS.forEach((feeder, index) => {
      const last =
        this.chain.find(ORACLE, BTC_FEED, submissionsTable, nameToValue(feeder))?.submitted_at ?? 0;
      const dueMs = last + PERIOD_MS + index * STAGGER_MS;
      if (this.chain.timeMs >= dueMs) this.#submit(feeder, nextPrice());
    });
  }

  /** Submits for all feeders at once; honest ones submit exactly this price. */
  submitAll(price: bigint): void {
    for (const feeder of FEEDERS) this.#submit(feeder, price);
  }

  get areHonest(): boolean {
    return [...this.#modes.values()].every((mode) => mode === 'honest');
  }

  /** The submissions of all feeders at a price, as if all were honest. */
  submissionsAt(price: bigint): PackedAction[] {
    return FEEDERS.map((feeder) => submission(feeder, price));
  }

  #submit(feeder: string, price: bigint): void {
    const mode = this.#modes.get(feeder);
    if (mode === 'stopped') return;
    const corruption = CORRUPTIONS_PPM[FEEDERS.findIndex((name) => name === feeder)] ?? 0;
    this.chain.send(submission(feeder, mode === 'corrupt' ? scaleByPpm(price, corruption) : price));
  }
}

function submission(feeder: string, price: bigint): PackedAction {
  const data = { feeder, pair: BTC_FEED, price: formatPrice(price, PRICE_DECIMALS) };
  return actionOf(ORACLE, submit, data, feeder);
}
