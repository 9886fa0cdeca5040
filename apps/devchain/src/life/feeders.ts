import { formatPrice, nameToValue, type PackedAction } from '@app/antelope';
import { addfeeder, submit } from '../contracts/oracle/signatures';
import { feeders as registered, submissions } from '../contracts/oracle/tables';
import { CAST } from './cast';
import { type Dice } from './dice';
import { actionOf, type LifeChain } from './life-chain';
import { newAccounts } from './new-accounts';
import { movedBy } from './waves';

const ORACLE = 'oracle';
const FEED = 'btcusd';
const PRICE_DECIMALS = 8;
/** What feeders see differs by up to this much from the market. */
const NOISE_PPM = 300n;
/** How far off what each of them says when it is corrupt: beyond the 10 % it may be, and no two the same. */
const CORRUPTIONS_PPM = [500_000, -500_000, 1_000_000, -750_000];
/** Each submits so often, a little less often than the one before. A round is 60 s. */
const PERIOD_MS = 20_000;
const STAGGER_MS = 2_000;

export type FeederMode = 'honest' | 'stopped' | 'corrupt';
export const FEEDER_MODES: readonly FeederMode[] = ['honest', 'stopped', 'corrupt'];

/** The price feeders of the oracle. */
export class Feeders {
  private readonly modes = new Map<string, FeederMode>(CAST.feeders.map((feeder) => [feeder, 'honest']));

  constructor(private readonly chain: LifeChain) {}

  /** What each of them does. */
  all(): { feeder: string; mode: FeederMode }[] {
    return [...this.modes].map(([feeder, mode]) => ({ feeder, mode }));
  }

  setMode(feeder: string, mode: FeederMode): void {
    if (this.modes.has(feeder)) this.modes.set(feeder, mode);
  }

  save(): readonly (readonly [feeder: string, mode: FeederMode])[] {
    return [...this.modes];
  }

  load(saved: ReturnType<Feeders['save']>): void {
    for (const [feeder, mode] of saved) this.modes.set(feeder, mode);
  }

  /** Makes those that are not there yet. */
  ensure(): void {
    const missing = CAST.feeders.filter((feeder) => !this.chain.isAccount(feeder));
    if (missing.length > 0) this.chain.send(...newAccounts(this.chain, missing));
    const strangers = CAST.feeders.filter(
      (feeder) => this.chain.find(ORACLE, ORACLE, registered, nameToValue(feeder)) === undefined,
    );
    if (strangers.length > 0) {
      this.chain.send(...strangers.map((feeder) => actionOf(ORACLE, ORACLE, addfeeder, { feeder })));
    }
  }

  /** Those whose turn it is submit. */
  submitDue(price: bigint, dice: Dice): void {
    CAST.feeders.forEach((feeder, index) => {
      const last = this.chain.find(ORACLE, FEED, submissions, nameToValue(feeder))?.submitted_at ?? 0;
      const dueMs = last + PERIOD_MS + index * STAGGER_MS;
      if (this.chain.timeMs >= dueMs)
        this.submit(feeder, movedBy(price, Number(dice.between(-NOISE_PPM, NOISE_PPM))));
    });
  }

  /** All of them submit at once, and exactly this unless they are corrupt. */
  submitAll(price: bigint): void {
    for (const feeder of CAST.feeders) this.submit(feeder, price);
  }

  get areHonest(): boolean {
    return [...this.modes.values()].every((mode) => mode === 'honest');
  }

  /** What honest feeders do to say a price, all of them. */
  saying(price: bigint): PackedAction[] {
    return CAST.feeders.map((feeder) => submission(feeder, price));
  }

  private submit(feeder: string, price: bigint): void {
    const mode = this.modes.get(feeder);
    if (mode === 'stopped') return;
    const corruption = CORRUPTIONS_PPM[CAST.feeders.findIndex((name) => name === feeder)] ?? 0;
    this.chain.send(submission(feeder, mode === 'corrupt' ? movedBy(price, corruption) : price));
  }
}

function submission(feeder: string, price: bigint): PackedAction {
  const data = { feeder, pair: FEED, price: formatPrice(price, PRICE_DECIMALS) };
  return actionOf(feeder, ORACLE, submit, data);
}
