import {
  bytesToHex,
  encodeAction,
  encodeSigningRequest,
  packTransaction,
  signingDigest,
  transactionId,
  hexToBytes,
  type Transaction,
  unpackTransaction,
  ValueError,
  type Abi,
} from '@app/antelope';
import type { ActionCall } from '@app/networks';
import type { Clock, RandomBelow } from '@app/operations';
import {
  headAgeText,
  type AccountPermission,
  type ChainClient,
  type ChainInfo,
  type Chains,
  type DryRun,
} from '@app/upstream';
import type { AffectedAccounts } from './affected-accounts';
import {
  AffectedAccountError,
  MissingContractError,
  OldChainError,
  UnknownAccountError,
  UnknownPermissionError,
} from './errors';
import { locatedRun } from './located-run';
import { nextStep } from './next-step';
import { decodedActions, verifyPackedActions, type DecodedAction } from './verify-packed-actions';
import { MIN_SIGNING_SECONDS, transactionHeader } from './transaction-header';
import { visibleText } from './visible-text';

/** The account that signs, and with which of its permissions. */
export interface Actor {
  readonly network: string;
  readonly actor: string;
  readonly permission: string;
}

/** Request of a tool. */
export interface ComposeRequest extends Actor {
  /** The permission of the actor, as `requireActor` has found it. */
  readonly signer: AccountPermission;
  readonly actions: readonly ActionCall[];
  /** One plain sentence about each action, as they were decoded from the packed bytes. */
  readonly summarise: (actions: readonly DecodedAction[]) => Promise<readonly string[]>;
  /** 1 to 600; 300 by default. */
  readonly lifetimeSeconds?: number;
  /** Names an action: the error of a failed dry run begins with the name of the first action that fails. */
  readonly nameOf?: (action: number) => string;
}

/** A proposal that was made before, by its bytes. */
export interface RepeatRequest extends Actor, Pick<ComposeRequest, 'summarise'> {
  readonly packedTrx: string;
  /** It needs no signature any more: the actor is not checked, and nothing is run. */
  readonly isExecuted: boolean;
}

/** An unsigned proposal: everything needed to check and to sign it, with or without a wallet. */
export interface Proposal {
  /** One sentence per action, from the decoded bytes, without invisible characters. */
  readonly summary: readonly string[];
  readonly simulation: DryRun;
  /** The next step with its deadline and keys, or the reason not to sign; one sentence without invisible characters. */
  readonly next: string;
  readonly actions: readonly DecodedAction[];
  /** Link for a wallet, with the whole transaction in it. */
  readonly esr: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`, in the chain's time. */
  readonly expires: string;
  /** From now to `expires` by the clock of the machine, rounded down; at least MIN_SIGNING_SECONDS when it is new. */
  readonly secondsToSign: number;
  /** Age of the head that the facts and the dry run are of, by the clock of the machine; 0 when that is behind. */
  readonly headAgeSeconds: number;
  readonly transaction: {
    readonly packedTrx: string;
    /** 32 bytes in hex: what the key signs. */
    readonly signingDigest: string;
    readonly chainId: string;
    readonly transactionId: string;
  };
}

/**
 * Builds unsigned proposals. The packed bytes are decoded again with the chain's ABI and compared with
 * the request; everything readable in a proposal comes from the decoded bytes.
 */
export class Composer {
  constructor(
    private readonly chains: Chains,
    private readonly affected: AffectedAccounts,
    private readonly random: RandomBelow,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws OldChainError when it would leave less than MIN_SIGNING_SECONDS by the machine's clock; ValueError for data that the ABI cannot
   *   encode; ProposalMismatchError (a defect); and the errors of the reads of the chain.
   */
  async compose(request: ComposeRequest): Promise<Proposal> {
    const chain = this.chains.of(request.network);
    const [info, abiOf] = await Promise.all([chain.info(), liveAbis(chain, request.actions)]);
    const authorization = { actor: request.actor, permission: request.permission };
    const transaction = {
      ...transactionHeader(info, this.random, request.lifetimeSeconds),
      actions: request.actions.map((action) => ({
        account: action.account,
        name: action.name,
        authorization: [authorization],
        data: bytesToHex(encoded(action, abiOf(action.account))),
      })),
    };
    const expiresAtMs = expiryOf(transaction);
    this.#requireTimeToSign(request.network, expiresAtMs, info.headBlockTimeMs);
    const packed = packTransaction(transaction);
    const actions = verifyPackedActions(packed, request.actions, authorization, abiOf);
    const { signer: permission } = request;
    return this.#proposal(request, { info, transaction, expiresAtMs, packed, actions, permission });
  }

  /**
   * A proposal of before, read from its bytes, with a dry run of now.
   * @throws what `compose` throws for the actor and for bytes that the ABI cannot decode; ProposalMismatchError for
   *   bytes that another permission signs
   */
  async repeat(request: RepeatRequest): Promise<Proposal> {
    const chain = this.chains.of(request.network);
    const packed = hexToBytes(request.packedTrx);
    const transaction = unpackTransaction(packed);
    const [info, abiOf, permission] = await Promise.all([
      chain.info(),
      liveAbis(chain, transaction.actions),
      request.isExecuted ? undefined : this.requireActor(request),
    ]);
    const authorization = { actor: request.actor, permission: request.permission };
    const actions = decodedActions(packed, authorization, abiOf);
    const expiresAtMs = expiryOf(transaction);
    return this.#proposal(request, { info, transaction, expiresAtMs, packed, actions, permission });
  }

  async #proposal(
    { network, actor, summarise, nameOf }: Pick<ComposeRequest, 'network' | 'actor' | 'summarise' | 'nameOf'>,
    { info, transaction, expiresAtMs, packed, actions, permission }: ReadTransaction,
  ): Promise<Proposal> {
    const packedTrx = bytesToHex(packed);
    const expires = `${transaction.expiration}Z`;
    const [summary, simulation] = await Promise.all([
      summarise(actions),
      permission === undefined ? EXECUTED : locatedRun(this.chains.of(network), packed, nameOf),
    ]);
    const next =
      permission === undefined
        ? 'Sign nothing: it was executed.'
        : nextStep({ simulation, actor, permission, expires });
    return {
      summary: summary.map(visibleText),
      simulation,
      next: visibleText(next),
      actions,
      esr: encodeSigningRequest(info.chainId, packed),
      expires,
      secondsToSign: this.#secondsTo(expiresAtMs),
      headAgeSeconds: Math.max(0, Math.floor((this.clock.now() - info.headBlockTimeMs) / 1000)),
      transaction: {
        packedTrx,
        signingDigest: bytesToHex(signingDigest(info.chainId, packed)),
        chainId: info.chainId,
        transactionId: transactionId(packed),
      },
    };
  }

  /** The expiry is computed from the time of the chain. By the machine's clock it must leave time to sign too. */
  #requireTimeToSign(network: string, expiresAtMs: number, headTimeMs: number): void {
    const secondsLeft = this.#secondsTo(expiresAtMs);
    if (secondsLeft < MIN_SIGNING_SECONDS)
      throw new OldChainError(network, headAgeText(headTimeMs, this.clock.now()), secondsLeft);
  }

  #secondsTo(timeMs: number): number {
    return Math.floor((timeMs - this.clock.now()) / 1000);
  }

  /**
   * The permission of an actor that can sign.
   * @throws UnknownAccountError, UnknownPermissionError, AffectedAccountError
   */
  async requireActor({ network, actor, permission }: Actor): Promise<AccountPermission> {
    const account = await this.chains.of(network).account(actor);
    if (account === undefined) throw new UnknownAccountError(actor, network);
    const found = account.permissions.find(({ name }) => name === permission);
    if (found === undefined) {
      const known = account.permissions.map(({ name }) => name);
      throw new UnknownPermissionError(actor, permission, known);
    }
    const { affected } = await this.affected.statusOf(network, account);
    if (affected) throw new AffectedAccountError(actor);
    return found;
  }
}

/** A transaction with its actions readable. */
interface ReadTransaction {
  readonly info: ChainInfo;
  readonly transaction: Transaction;
  readonly expiresAtMs: number;
  readonly packed: Uint8Array;
  readonly actions: DecodedAction[];
  /** Undefined when it was executed. */
  readonly permission: AccountPermission | undefined;
}

const EXECUTED: DryRun = { status: 'unavailable', error: 'it was executed', actions: null };

/** In milliseconds. The text is one of our own: JavaScript reads it in a fifth of the time of the strict reader. */
const expiryOf = ({ expiration }: Pick<Transaction, 'expiration'>): number => Date.parse(`${expiration}Z`);

/** The data of an action. @throws ValueError that names the action: the caller's fields are checked before, its ABI is not */
function encoded({ account, name, data }: ActionCall, abi: Abi): Uint8Array {
  try {
    return encodeAction(abi, name, data);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new ValueError(`${account}::${name} cannot be packed by the ABI of ${account}: ${error.message}`);
  }
}

/** The ABIs of the contracts that are called, as the chain has them now. */
async function liveAbis(
  chain: ChainClient,
  actions: readonly Pick<ActionCall, 'account'>[],
): Promise<(account: string) => Abi> {
  const accounts = [...new Set(actions.map(({ account }) => account))];
  const abis = new Map<string, Abi>();
  await Promise.all(
    accounts.map(async (account) => {
      const contract = await chain.abi(account);
      if (contract) abis.set(account, contract.abi);
    }),
  );
  return (account) => {
    const abi = abis.get(account);
    // The profile check has passed before a tool composes, but the chain may have changed since.
    if (abi === undefined) throw new MissingContractError(account, chain.network);
    return abi;
  };
}
