import type { ProposalAnswer, PushTransactionAnswer } from './generated/tools.ts';
import { type GatewayClient, pause } from './gateway-client.ts';
import { retryDelayMs } from './retry-delay.ts';
import { ToolError } from './tool-error.ts';
import type { ComposeCall, Effect } from './verify/expected-actions.ts';
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

/** The dry run of the proposal failed, or no node could run it. Nothing was signed. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  constructor(readonly proposal: ProposalAnswer) {
    super(proposal.simulation.error ?? `the dry run is ${proposal.simulation.status}`);
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

/** The parts that an action works with. */
export interface Actor {
  readonly client: GatewayClient;
  readonly chain: OwnChain;
  readonly signer: Signer;
}

/** Refusals of the first push after which the transaction is in no node: its rules, and those of the chain. */
const REFUSED_UNSENT = new Set([
  'contract_refused',
  'relay_refused',
  'invalid_arguments',
  'network_not_configured',
  'profile_mismatch',
]);
/** The node may need a moment after the expiry to say what became of it. */
const FOLLOWED_AFTER_EXPIRY_MS = 60_000;
const FOLLOW_EVERY_MS = 1_000;

/**
 * Composes, verifies by reconstruction, signs, pushes, and follows until the transaction is executed.
 * @throws ToolError for a refusal: nothing was executed
 * @throws VerificationError for a proposal that is not the call, SimulationError for a failed dry run: nothing was signed
 * @throws OutcomeUnknownError
 */
export async function act(
  { client, chain, signer }: Actor,
  call: ComposeCall,
  options: ActOptions,
): Promise<Outcome> {
  const { requestId = crypto.randomUUID(), waitFor = 'in_block', signal } = options;
  const body = { ...call.body, request_id: requestId };
  const callOptions = { ...(signal && { signal }) };
  const proposal: ProposalAnswer = await client.call(call.tool, body as never, callOptions);
  const verified = await verifyProposal(call, proposal, chain, Date.now());
  if (proposal.status === 'executed') return before(proposal, verified);
  if (proposal.simulation.status !== 'ok') throw new SimulationError(proposal);
  const signed = { signatures: [await signer.sign(verified.digest)], packed_trx: packedText(verified) };
  const pushed = await pushUntilExecuted(client, signed, verified, {
    waitFor,
    network: proposal.network,
    ...callOptions,
  });
  const { status, block_num: blockNum, finality } = pushed;
  return { status, transactionId: verified.id, blockNum, finality, effects: verified.effects, proposal };
}

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
  readonly signal?: AbortSignal;
}

/**
 * Pushes the same bytes until they are executed as finally as asked for, or cannot be executed any more.
 * @throws ToolError for a refusal of the first push: nothing was executed
 * @throws OutcomeUnknownError
 */
export async function pushUntilExecuted(
  client: GatewayClient,
  signed: SignedTransaction,
  { id, expiresMs }: Pick<VerifiedTransaction, 'id' | 'expiresMs'>,
  { waitFor, network, signal, ...options }: FollowOptions,
): Promise<Executed> {
  let mayBeSent = options.mayBeSent ?? false;
  let executed: Executed | undefined;
  let cause: unknown;
  const isDue = (): boolean => Date.now() < expiresMs + FOLLOWED_AFTER_EXPIRY_MS && !signal?.aborted;
  for (let attempt = 1; attempt === 1 || isDue(); attempt += 1) {
    let delay = FOLLOW_EVERY_MS;
    try {
      const input = { signed_tx: signed, wait_for: waitFor, network };
      const answer = await client.call('push_transaction', input, {
        retry: false,
        ...(signal && { signal }),
      });
      if (answer.transaction_id === id && isExecuted(answer)) executed = answer;
      if (executed !== undefined && (waitFor === 'in_block' || executed.finality === 'irreversible'))
        return executed;
      mayBeSent = true;
    } catch (error) {
      if (signal?.aborted !== true && !(error instanceof ToolError)) throw error;
      if (error instanceof ToolError) {
        if (!mayBeSent && REFUSED_UNSENT.has(error.code)) throw error;
        mayBeSent ||= error.code !== 'rate_limited';
        delay = Math.max(delay, retryDelayMs(error, attempt, Math.random()) ?? 0);
      }
      cause = error;
    }
    await pause(delay, signal).catch(() => undefined);
  }
  if (executed !== undefined) return executed;
  throw new OutcomeUnknownError(id, signed, { cause });
}
