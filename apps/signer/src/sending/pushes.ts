import {
  type Executed,
  type FollowOptions,
  type GatewayClient,
  OutcomeUnknownError,
  pushUntilExecuted,
  ToolError,
} from '@app/client';
import { executedAt } from '../audit/chain-view';
import type { Ledger } from '../ledger/ledger';
import type { Reservation } from '../ledger/spending-rules';
import type { Policy } from '../policy/policy';
import type { Refusal } from '../refusal';
import { report } from '../visible-json';
import { followedStep, nextStep, refusedStep } from './gateway-text';
import { statedOutcome } from './push-answer';

/** The outcome of a call that was signed. */
export interface Receipt {
  readonly status: 'executed' | 'already_executed' | 'unknown';
  readonly transaction_id: string;
  readonly block_num: number | null;
  readonly finality: string | null;
  /** In plain words, from the signed bytes. */
  readonly effect: string;
  /** The next step where the outcome is not known, with what the gateway says. */
  readonly next: string | null;
}

/** A transaction that was signed. */
export interface Signed {
  readonly reservation: Reservation;
  /** In plain words. */
  readonly effect: string;
}

/** A transaction with its signature. */
export interface SignedNow extends Signed {
  readonly signature: string;
  /** It was signed before. */
  readonly isRepeat: boolean;
}

type WaitFor = 'in_block' | 'irreversible';

/** A push that is followed, with what is known of it until its outcome is. */
interface Followed {
  readonly outcome: Promise<Receipt>;
  /** The latest attempt. */
  attempt: Attempt;
}

type Attempt = Parameters<NonNullable<FollowOptions['onAttempt']>>[0];

/** Pushes what was signed until its outcome is known, also once its caller was answered. */
export class Pushes {
  readonly #followed = new Map<string, Followed>();
  readonly #ending = new AbortController();

  constructor(
    private readonly client: GatewayClient,
    private readonly ledger: Pick<Ledger, 'outcome'>,
    private readonly file: Policy['file'],
  ) {}

  /**
   * The outcome of a push, or what is known of it when an answer is due. One that this process follows already is not
   * followed twice: the gateway limits pushes.
   */
  async push(signed: SignedNow, waitFor: WaitFor, answerNow: AbortSignal | undefined): Promise<Receipt> {
    const { id } = signed.reservation;
    const followed = this.#followed.get(`${id} ${waitFor}`) ?? this.#follow(signed, waitFor);
    if (answerNow === undefined) return followed.outcome;
    const due = whenAborted(answerNow).then(() => receiptSoFar(signed, followed));
    return Promise.race([followed.outcome, due]);
  }

  /** Looks for a transaction whose call is refused now: nothing is signed or sent. */
  async look(signed: Signed, refusal: Refusal): Promise<Receipt> {
    const { reservation } = signed;
    const block = await this.#blockAtNodes(reservation);
    const isInBlock = block !== undefined;
    return {
      ...receiptOf(signed),
      status: isInBlock || reservation.outcome === 'executed' ? 'already_executed' : 'unknown',
      block_num: block ?? reservation.blockNum,
      next: refusedStep(refusal, reservation, isInBlock, Date.now()),
    };
  }

  /** Ends all pushes. Their outcomes are noted as far as they are known. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled([...this.#followed.values()].map(({ outcome }) => outcome));
  }

  #follow(signed: SignedNow, waitFor: WaitFor): Followed {
    const key = `${signed.reservation.id} ${waitFor}`;
    const onAttempt = (attempt: Attempt): void => {
      followed.attempt = attempt;
      const { executed } = attempt;
      if (executed !== undefined)
        this.#noted(signed.reservation, 'executed', statedOutcome(executed).block_num);
    };
    const outcome = this.#outcome(signed, waitFor, onAttempt).finally(() => this.#followed.delete(key));
    const followed: Followed = { outcome, attempt: {} };
    this.#followed.set(key, followed);
    return followed;
  }

  async #outcome(
    signed: SignedNow,
    waitFor: WaitFor,
    onAttempt: (attempt: Attempt) => void,
  ): Promise<Receipt> {
    const { reservation, signature, isRepeat } = signed;
    const { id, packed, expiresAt } = reservation;
    const { signal } = this.#ending;
    const options = { waitFor, network: this.file.network, mayBeSent: isRepeat, onAttempt, signal };
    const bytes = { signatures: [signature], packed_trx: packed };
    try {
      const answer = await pushUntilExecuted(this.client, bytes, { id, expiresMs: expiresAt }, options);
      return executedReceipt(signed, answer);
    } catch (error) {
      // The gateway has the bytes: no refusal proves that they are not executed.
      if (!(error instanceof ToolError || error instanceof OutcomeUnknownError)) throw error;
      const block = await this.#blockAtNodes(reservation);
      if (block !== undefined) {
        this.#noted(reservation, 'executed', block);
        return { ...receiptOf(signed), status: 'already_executed', block_num: block };
      }
      const known = this.#noted(reservation, 'unknown', null);
      const { blockNum: block_num } = known;
      return { ...receiptOf(signed), block_num, next: nextStep(error, known, Date.now()) };
    }
  }

  /** The reservation with its outcome. A log that cannot be written keeps no answer about a payment from the agent. */
  #noted(reservation: Reservation, outcome: 'executed' | 'unknown', blockNum: number | null): Reservation {
    try {
      return this.ledger.outcome(reservation.id, outcome, blockNum);
    } catch (error) {
      report(`the log lacks that ${reservation.id} is ${outcome}: ${String(error)}`);
      return reservation;
    }
  }

  async #blockAtNodes(reservation: Reservation): Promise<number | undefined> {
    const blocks = await Promise.all(this.file.nodes.map((node) => executedAt(node, reservation)));
    return blocks.find((block) => block !== undefined);
  }
}

const receiptOf = ({ reservation, effect }: Signed): Receipt => ({
  status: 'unknown',
  transaction_id: reservation.id,
  effect,
  block_num: null,
  finality: null,
  next: null,
});

const executedReceipt = (signed: Signed, answer: Executed): Receipt => ({
  ...receiptOf(signed),
  status: answer.status,
  ...statedOutcome(answer),
});

function receiptSoFar(signed: Signed, { attempt: { executed, error } }: Followed): Receipt {
  const { reservation } = signed;
  if (executed === undefined)
    return { ...receiptOf(signed), next: followedStep(reservation, error, Date.now()) };
  const next = followedStep({ ...reservation, outcome: 'executed' }, undefined, Date.now());
  return { ...executedReceipt(signed, executed), next };
}

/** Resolves once a signal is aborted. */
export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
