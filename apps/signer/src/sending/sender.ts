import { randomInt } from 'node:crypto';
import {
  bytesToHex,
  type ExpectedActions,
  GatewayClient,
  hexToBytes,
  packTransaction,
  type ProposalAnswer,
  signingDigest,
  ToolError,
  transactionId,
  VerificationError,
  verifyProposal,
} from '@app/client';
import type { Stoppable } from '../audit/chain-watch';
import type { OpenKey } from '../keys/key-file';
import { assertInFlight } from '../ledger/in-flight';
import { type Ledger, type Reserved } from '../ledger/ledger';
import { FullWindowError, presentTime, SpendingError, type SpendingState } from '../ledger/spending-rules';
import type { Policy } from '../policy/policy';
import { fullWindowText } from '../policy/policy-text';
import { ApprovalRefusal, type Question, Refusal } from '../refusal';
import { judge, type Judgement, rebuild } from '../rules/judge';
import type { AskReason } from '../rules/live-rules';
import { newReceiverReasons, receiversOf } from '../rules/new-receivers';
import { report } from '../visible-json';
import { approvalCode, callHash, effectText, questionHash } from './call-hash';
import { gatewayText, gaveUpText } from './gateway-text';
import { judgeOnChain } from './on-chain';
import { Pushes, type Receipt, type Signed, whenAborted } from './pushes';
import { isStopped } from './stop-file';

/** A call as an agent sends it. */
export interface SendRequest {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Names the intention: the same in every retry. */
  readonly request_id: string;
  /** Transaction id of an equal call, where a second one is wanted. */
  readonly repeat?: string | undefined;
  readonly wait_for?: 'in_block' | 'irreversible' | undefined;
  /** Hash of the question that the host of the agent has accepted, where the policy lets it: of no other call. */
  readonly acceptedByHost?: string | undefined;
  /** Aborted where the caller gives the call up: what is not signed by then is not. */
  readonly signal?: AbortSignal;
  /** Aborted where a signature would come too late for the caller. */
  readonly signBy?: AbortSignal;
  /** Aborted where the caller has to have an answer: its push continues without it. */
  readonly answerNow?: AbortSignal;
}

/** An approval is for the call that the person has just read. */
const APPROVAL_MS = 15 * 60_000;
const ABOVE: AskReason = { covers: 'amount', text: 'above `confirm.above` of the policy' };
/** Net limits that limit nothing and make equal payments differ. */
const NONCE = { from: 2 ** 24, to: 2 ** 28 } as const;
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Carries out calls within a policy: judges, reserves, signs, pushes. */
export class Sender implements Stoppable {
  readonly #client: GatewayClient;
  readonly #pushes: Pushes;
  /** Asks a person in another way beside `signer approve`. */
  onQuestion: ((question: Question) => Promise<void>) | undefined;
  stopReason: string | undefined;
  compared: Promise<void> | undefined;

  constructor(
    private readonly policy: Policy,
    private readonly ledger: Ledger,
    private readonly key: OpenKey,
    /** Whether the key is still there, and bound to this policy: a running program must not sign by an older one. */
    private readonly isSealed: () => boolean,
  ) {
    this.#client = new GatewayClient({ url: policy.file.gateway, network: policy.file.network });
    this.#pushes = new Pushes(this.#client, ledger, policy.file);
  }

  /**
   * Signs a call once at most, and sends it until its outcome is known, or the caller has to have an answer. A
   * call that is refused has the outcome of its transaction where one was signed before under its request id.
   * @throws Refusal: nothing was signed under this request id
   */
  async send(request: SendRequest): Promise<Receipt> {
    if (!REQUEST_ID.test(request.request_id))
      throw new Refusal('arguments', 'request_id has 1 to 64 of A-Z a-z 0-9 . _ : -');
    try {
      return await this.#sent(request);
    } catch (error) {
      const before = error instanceof Refusal ? this.#signedBefore(request) : undefined;
      if (before === undefined) throw error;
      return this.#pushes.look(before, error as Refusal);
    }
  }

  /** Ends what still follows pushes: their outcomes are noted as far as they are known. */
  end(): Promise<void> {
    return this.#pushes.end();
  }

  async #sent(request: SendRequest): Promise<Receipt> {
    this.#assertSealed();
    const judgement = judge(request.tool, request.arguments, this.policy);
    if (request.tool !== 'cancel_order') await this.#compared(request);
    const call = callHash(judgement.actions);
    this.#assertRunning(request);
    const known = this.ledger.find(request.request_id);
    const isNew = known === undefined || known.isVoid || known.call !== call;
    const reserved = isNew
      ? await this.#reserved(request, judgement, call)
      : { reservation: known, isRepeat: true };
    const signature = await this.#signed(reserved, request);
    const signed = { ...reserved, signature, effect: this.#effect(judgement) };
    return this.#pushes.push(signed, request.wait_for ?? 'in_block', request.answerNow);
  }

  /** The transaction of a request that was signed before, where it is of the same call. */
  #signedBefore({ tool, arguments: input, request_id: id }: SendRequest): Signed | undefined {
    const reservation = this.ledger.find(id);
    if (reservation === undefined || reservation.isVoid) return undefined;
    try {
      const expected = rebuild(tool, input, this.policy);
      if (callHash(expected.actions) !== reservation.call) return undefined;
      return { reservation, effect: this.#effect(expected) };
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /** Waits for the first comparison of the log, unless the caller gives the call up. */
  async #compared(request: SendRequest): Promise<void> {
    if (this.compared === undefined) return;
    await Promise.race([this.compared, ...endsOf(request).map(whenAborted)]);
  }

  /**
   * Waits for the reads of a call, until it is too late to sign it. One that its caller gives up waits for them: calls
   * of a session that read are limited in number.
   * @throws Refusal where it is too late: whatever the reads say then is not used
   */
  async #inTime<T>(request: SendRequest, reads: Promise<T>): Promise<T> {
    const { signBy } = request;
    await Promise.race([reads, ...(signBy === undefined ? [] : [whenAborted(signBy)])]);
    this.#assertRunning(request);
    return reads;
  }

  #assertSealed(): void {
    if (this.isSealed()) return;
    const why = 'the policy was sealed anew, or the key was removed: start the signer again';
    throw new Refusal('sealed', why);
  }

  /** Checked at the start of a call and again right before its signature: a call takes up to a minute until then. */
  #assertRunning(request: SendRequest): void {
    this.#assertSealed();
    for (const end of endsOf(request)) if (end.aborted) throw new Refusal('stopped', gaveUpText(end));
    const { stop_file } = this.policy.file;
    const { tool } = request;
    if (tool === 'cancel_order') return;
    if (this.stopReason !== undefined)
      throw new Refusal('stopped', `${this.stopReason}: only cancel_order is signed`);
    if (isStopped(stop_file))
      throw new Refusal(
        'stopped',
        `${stop_file ?? ''} exists or cannot be read: only cancel_order is signed`,
      );
  }

  /** Takes room for the call, with a transaction that the signer made itself. */
  async #reserved(request: SendRequest, judgement: Judgement, call: string): Promise<Reserved> {
    await this.#proposal(judgement, request);
    const { position, clocks, live } = await this.#inTime(request, judgeOnChain(judgement, this.policy));
    const unknown = newReceiverReasons(judgement.call, this.policy, () => this.ledger.read().state);
    const reasons = [...(judgement.needsApproval ? [ABOVE] : []), ...unknown, ...live.reasons];
    if (reasons.length > 0) await this.#assertApproved(request, judgement, call, reasons);
    const expiration = Math.floor((presentTime(clocks) + this.policy.lifetimeMs) / 1000);
    const { refBlockNum, refBlockPrefix } = position;
    const maxNetUsageWords = randomInt(NONCE.from, NONCE.to);
    const header = { expiration, refBlockNum, refBlockPrefix, maxNetUsageWords };
    const packed = packTransaction(header, judgement.actions);
    const transaction = {
      id: await transactionId(packed),
      packed: bytesToHex(packed),
      expiresAt: expiration * 1000,
    };
    const { request_id, repeat } = request;
    this.#assertRunning(request);
    const wanted = {
      request: request_id,
      call,
      units: judgement.units,
      openUnits: live.openUnits,
      receivers: receiversOf(judgement.call),
      assertBounds: (state: SpendingState) => {
        live.assertBounds(state);
        const { concurrent } = this.policy.file.transactions;
        if (concurrent !== undefined) assertInFlight(state, concurrent, presentTime(clocks));
      },
      ...(repeat !== undefined && { repeats: repeat }),
    };
    return this.#refusing(() => this.ledger.reserve(wanted, transaction, clocks));
  }

  /** One question for all reasons: the approval of one does not lift another one. */
  async #assertApproved(
    { request_id: requestId, acceptedByHost }: SendRequest,
    judgement: Judgement,
    call: string,
    reasons: readonly AskReason[],
  ): Promise<void> {
    const question = questionHash(
      call,
      reasons.map(({ covers }) => covers),
    );
    const approved = this.ledger.read().state.approved.get(requestId);
    // A clock that was ahead when it was given makes none last longer.
    if (approved?.call === question && Math.abs(Date.now() - approved.at) <= APPROVAL_MS) return;
    const isAmountAlone = reasons.every(({ covers }) => covers === ABOVE.covers);
    const mayHost = this.policy.file.confirm?.elicitation === true && isAmountAlone;
    if (mayHost && acceptedByHost === question) {
      this.ledger.approve(requestId, question, Date.now(), 'host');
      return;
    }
    const because = reasons.map(({ text }) => text).join('; ');
    const text = `${this.#effect(judgement)} (${because})`;
    this.#refusing(() => this.ledger.ask(requestId, question, text, Date.now()));
    // The page is an offer: without it `signer approve` is still there, and the refusal says so.
    const asked: Question = { request: requestId, question, text };
    await this.onQuestion?.(asked).catch((error: unknown) => {
      report(`the page of a question: ${String(error)}`);
    });
    const code = approvalCode(this.key.macKey, requestId, question);
    throw new ApprovalRefusal(
      asked,
      isAmountAlone,
      `a person has to approve it (${because}): signer approve ${requestId} ${code}. Then send the same call again`,
    );
  }

  /** The gateway's proposal for the call: its bytes must be those that the signer expects, and its dry run succeed. */
  async #proposal({ call }: Judgement, request: SendRequest): Promise<void> {
    const { chain_id: id } = this.policy.file;
    let proposal: ProposalAnswer;
    try {
      // Its transaction is never signed, so it needs no id: ids have an end, and the gateway needs its Redis for them.
      const options = { retry: true, signal: AbortSignal.any(endsOf(request)) };
      proposal = await this.#client.call(call.tool, call.body as never, options);
      await verifyProposal(call, proposal, { id, profile: this.policy.profile }, Date.now());
    } catch (error) {
      if (error instanceof VerificationError) throw new Refusal('proposal', error.message, { cause: error });
      if (error instanceof ToolError)
        throw new Refusal('gateway', gatewayText(error.message), { cause: error });
      this.#assertRunning(request);
      throw error;
    }
    const { status, error } = proposal.simulation;
    if (status !== 'ok') throw new Refusal('simulation', gatewayText(error ?? `the dry run is ${status}`));
  }

  async #signed({ reservation, isRepeat }: Reserved, request: SendRequest): Promise<string> {
    const packed = hexToBytes(reservation.packed);
    if (isRepeat) this.#refusing(() => this.ledger.claim(reservation.id));
    try {
      const digest = await signingDigest(this.policy.file.chain_id, packed);
      this.#assertRunning(request);
      return await this.key.signer.sign(digest);
    } catch (error) {
      // A signature of an earlier attempt may be out; the log knows of a later one.
      if (!isRepeat) this.ledger.void(reservation.id);
      throw error;
    }
  }

  /** Runs a step of the ledger: a refusal by its rules refuses the call. */
  #refusing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SpendingError)) throw error;
      const isFull = error instanceof FullWindowError;
      const why = isFull ? fullWindowText(error.window, this.policy) : error.message;
      throw new Refusal(error.rule, why, { cause: error });
    }
  }

  #effect(expected: ExpectedActions): string {
    return effectText(expected, (token) => this.policy.profile.tokens[token]?.precision ?? 0);
  }
}

/** Signals that end a call before its signature. */
const endsOf = ({ signal, signBy }: SendRequest): AbortSignal[] =>
  [signal, signBy].filter((end) => end !== undefined);
