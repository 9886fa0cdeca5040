import type { ProposalAnswer, PushTransactionAnswer } from './generated/tools.ts';
import { type GatewayClient, pause } from './gateway-client.ts';
import { REFUSED_UNSENT } from './refused-unsent.ts';
import { retryDelayMs } from './retry-delay.ts';
import { ToolError } from './tool-error.ts';
import type { ComposeCall } from './verify/expected-actions.ts';
import type { Effect } from './verify/rebuilder.ts';
import {
  type OwnChain,
  packedText,
  type VerifiedTransaction,
  verifyProposal,
} from './verify/verify-proposal.ts';

/** Holder of one key. It signs what it is given: verification comes before. */
export interface Signer {
  /** As the holder writes it; shown, never compared. */
  readonly publicKey: string;
  /** `SIG_K1_...`, or 65 bytes in hex with the recovery id first, over 32 bytes. */
  sign(digest: Uint8Array): string | Promise<string>;
}

/** Settings of one action. */
export interface ActOptions {
  /**
   * Name of the intention: 1 to 64 characters of `A-Za-z0-9._:-`, kept by the caller and used again in every retry. The
   * gateway carries out an id once at most. Default: a new random one, which protects the attempts of this call alone.
   */
  readonly requestId?: string;
  /** Default: `in_block`. */
  readonly waitFor?: 'in_block' | 'irreversible';
  readonly signal?: AbortSignal;
}

/** A transaction that the gateway reports as executed. */
export interface Outcome {
  readonly status: 'executed' | 'already_executed';
  readonly transactionId: string;
  readonly blockNum: number | null;
  /** Below `irreversible` a fork may still remove it. */
  readonly finality: PushTransactionAnswer['finality'];
  /** Token movements of the signed bytes, computed without the gateway. */
  readonly effects: readonly Effect[];
  readonly proposal: ProposalAnswer;
}

/** A signed transaction, in the form that push_transaction takes. */
export interface SignedTransaction {
  readonly signatures: readonly string[];
  readonly packed_trx: string;
}

/** The dry run of a new proposal failed, or no node could run it. Nothing was signed. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  constructor(readonly proposal: ProposalAnswer) {
    super(proposal.simulation.error ?? `the dry run is ${proposal.simulation.status}`);
  }
}

/**
 * The dry run of a transaction that was composed before under this request id failed, or no node could run it. This call
 * signed nothing. An earlier call may have: its bytes can still be executed until `expiresMs`. Act again under the same
 * request id. Acting before then under another one may execute the intention twice.
 */
export class EarlierAttemptError extends Error {
  override readonly name = 'EarlierAttemptError';
  constructor(
    readonly proposal: ProposalAnswer,
    readonly transactionId: string,
    /** Milliseconds since 1970. */
    readonly expiresMs: number,
  ) {
    const { error, status } = proposal.simulation;
    super(`${error ?? `the dry run is ${status}`}; an earlier call may have sent ${transactionId}`);
  }
}

/**
 * It was signed and sent, and whether it was executed is not known. Push the same bytes again to find out. Acting again
 * under another request id may execute the intention twice.
 */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
  constructor(
    readonly transactionId: string,
    readonly signedTransaction: SignedTransaction,
    options?: ErrorOptions,
  ) {
    super(`the outcome of ${transactionId} is not known: push the same bytes again`, options);
  }
}

/**
 * The gateway refused the first push, or, for its limits (`rate_limited`), each one: it says that it sent nothing, and the
 * same bytes may be pushed later. It has them: it can still have them executed until `expiresMs`, whatever it answers.
 * Acting again before then under another request id may execute the intention twice.
 */
export class PushRefusedError extends ToolError {
  override readonly name = 'PushRefusedError';
  constructor(
    refusal: ToolError,
    readonly transactionId: string,
    /** Milliseconds since 1970. */
    readonly expiresMs: number,
    readonly signedTransaction: SignedTransaction,
  ) {
    super(refusal.message, refusal.status, refusal.code, refusal.retryAfter, { cause: refusal });
  }
}

/** The parts that an action works with. */
export interface Actor {
  readonly client: GatewayClient;
  readonly chain: OwnChain;
  readonly signer: Signer;
}

/** The node may need a moment after the expiry to know its outcome. */
const FOLLOWED_AFTER_EXPIRY_MS = 60_000;
/** Blocks become irreversible within minutes on a healthy chain. */
const FOLLOWED_AFTER_EXECUTION_MS = 600_000;
const FOLLOW_EVERY_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Composes, verifies by reconstruction, signs, pushes, and follows until the transaction is executed as finally as asked
 * for. Under a request id that the gateway has carried out or begun, the same bytes are signed and pushed again, unless
 * their dry run fails now.
 * @throws ToolError for a refusal of the composition: nothing was signed
 * @throws PushRefusedError for a refusal of the push, which a gateway that lies may break until the expiry
 * @throws VerificationError for a proposal that is not the call, SimulationError for a failed dry run: nothing was signed
 * @throws EarlierAttemptError for a failed dry run of what an earlier call may have sent
 * @throws OutcomeUnknownError
 */
export async function act(
  { client, chain, signer }: Actor,
  call: ComposeCall,
  options: ActOptions,
): Promise<Outcome> {
  const { requestId = crypto.randomUUID(), waitFor = 'in_block', signal } = options;
  const body = { ...call.body, detail: undefined, request_id: requestId };
  const callOptions = { ...(signal && { signal }) };
  const proposal: ProposalAnswer = await client.call(call.tool, body as never, callOptions);
  const verified = await verifyProposal(call, proposal, chain, Date.now());
  const isExecutedBefore = proposal.status === 'executed';
  if (isExecutedBefore && (waitFor === 'in_block' || proposal.finality === 'irreversible'))
    return before(proposal, verified);
  const mayBeSent = isOfEarlierCall(proposal, options);
  if (!isExecutedBefore && proposal.simulation.status !== 'ok')
    throw mayBeSent
      ? new EarlierAttemptError(proposal, verified.id, verified.expiresMs)
      : new SimulationError(proposal);
  const signed = { signatures: [await signer.sign(verified.digest)], packed_trx: packedText(verified) };
  const pushed = await pushUntilExecuted(client, signed, verified, {
    waitFor,
    network: proposal.network,
    mayBeSent,
    ...callOptions,
  });
  const { status, block_num: blockNum, finality } = pushed;
  return { status, transactionId: verified.id, blockNum, finality, effects: verified.effects, proposal };
}

/**
 * Whether an earlier call may have sent the bytes. A request id that `act` made itself has no earlier call: a proposal that
 * is repeated for it is that of a lost answer.
 */
const isOfEarlierCall = ({ status }: ProposalAnswer, { requestId }: ActOptions): boolean =>
  status === 'executed' || (status !== 'new' && requestId !== undefined);

/** The answer to a push that was executed. */
export type Executed = PushTransactionAnswer & { readonly status: Outcome['status'] };

function before(proposal: ProposalAnswer, { id, effects }: VerifiedTransaction): Outcome {
  const { block_num: blockNum = null, finality = 'in_block' } = proposal;
  return { status: 'already_executed', transactionId: id, blockNum, finality, effects, proposal };
}

const isExecuted = (answer: PushTransactionAnswer): answer is Executed =>
  answer.status === 'executed' || answer.status === 'already_executed';

/** How a push is followed. */
export interface FollowOptions {
  readonly waitFor: 'in_block' | 'irreversible';
  readonly network: ProposalAnswer['network'];
  /** The bytes may have been sent before: a refusal proves nothing then. Default: false. */
  readonly mayBeSent?: boolean;
  /** Called after each attempt, with the execution that the answer reports, however final it is, or the error. */
  readonly onAttempt?: (attempt: { readonly executed?: Executed; readonly error?: ToolError }) => void;
  readonly signal?: AbortSignal;
}

/**
 * Pushes the same bytes until they are executed as finally as asked for, or cannot be executed any more. Finality is
 * awaited for ten minutes from the first of the answers that report the execution; a fork may take that back.
 * @throws PushRefusedError for a refusal of the first push, or of each for the limits of the gateway
 * @throws OutcomeUnknownError
 */
export async function pushUntilExecuted(
  client: GatewayClient,
  signed: SignedTransaction,
  { id, expiresMs }: Pick<VerifiedTransaction, 'id' | 'expiresMs'>,
  { waitFor, network, signal, ...options }: FollowOptions,
): Promise<Executed> {
  let mayBeSent = options.mayBeSent ?? false;
  let executedSince: number | undefined;
  let cause: unknown;
  const remainingMs = (): number => {
    const afterExecution = (executedSince ?? Number.NEGATIVE_INFINITY) + FOLLOWED_AFTER_EXECUTION_MS;
    return Math.max(expiresMs + FOLLOWED_AFTER_EXPIRY_MS, afterExecution) - Date.now();
  };
  for (let attempt = 1; attempt === 1 || (remainingMs() > 0 && !signal?.aborted); attempt += 1) {
    let delay = FOLLOW_EVERY_MS;
    try {
      const input = { signed_tx: signed, wait_for: waitFor, network };
      const answer = await client.call('push_transaction', input, {
        retry: false,
        ...(signal && { signal }),
      });
      const executed = answer.transaction_id === id && isExecuted(answer) ? answer : undefined;
      options.onAttempt?.({ ...(executed && { executed }) });
      if (executed !== undefined && (waitFor === 'in_block' || executed.finality === 'irreversible'))
        return executed;
      executedSince = executed && (executedSince ?? Date.now());
      mayBeSent = true;
    } catch (error) {
      if (signal?.aborted !== true && !(error instanceof ToolError)) throw error;
      if (error instanceof ToolError) {
        options.onAttempt?.({ error });
        if (!mayBeSent && REFUSED_UNSENT.has(error.code))
          throw new PushRefusedError(error, id, expiresMs, signed);
        mayBeSent ||= error.code !== 'rate_limited';
        delay = Math.max(delay, retryDelayMs(error, attempt, Math.random()) ?? 0);
      } else mayBeSent = true;
      cause = error;
    }
    const longest = Math.max(0, Math.min(remainingMs(), LONGEST_PAUSE_MS));
    await pause(Math.min(delay, longest), signal).catch(() => undefined);
  }
  if (!mayBeSent && cause instanceof ToolError) throw new PushRefusedError(cause, id, expiresMs, signed);
  throw new OutcomeUnknownError(id, signed, { cause });
}
