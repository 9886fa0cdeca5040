import type { ChainProfile, ProposedTransactionAnswer } from '@app/client';
import {
  type ComposeCall,
  expectedActions,
  permissionOf,
} from '../../../../libs/client/src/verify/expected-actions';
import { timeMs } from '../values/ages';
import { type ActionData, decodeActionData } from './action-data';
import {
  bytesToHex,
  hexToBytes,
  type PackedAction,
  signingDigest,
  type Transaction,
  transactionId,
  unpackTransaction,
} from './antelope';

/** Input of a tool as it was sent. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Everything that a proposal is compared with. */
export interface Wanted {
  readonly tool: string;
  readonly input: ToolInput;
  readonly chainId: string;
  readonly profile: ChainProfile;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface DecodedAction {
  readonly account: string;
  readonly name: string;
  readonly authorization: string;
  readonly data: ActionData;
}

/** The content of the bytes, and how they differ from the form; without differences they may be signed. */
export interface CheckedProposal {
  readonly actions: readonly DecodedAction[];
  readonly transaction: Transaction | undefined;
  readonly differences: readonly string[];
}

/** As the relay: a proposal that can be used for longer is none of the gateway. */
const LONGEST_MS = 3_600_000;

type ProposedBytes = Pick<
  ProposedTransactionAnswer,
  'packed_trx' | 'signing_digest' | 'chain_id' | 'transaction_id'
>;

/** The bytes of a proposal, until when they can be used by the answer, and the name of a new vault. */
export interface Proposed extends ProposedBytes {
  readonly expires: string;
  readonly vault_name?: string | undefined;
}

/**
 * Compares the bytes of a proposal with the transaction of the form, which libs/client rebuilds, and what the answer says
 * about the bytes with them. Hashes are made here: those of libs/client need `crypto.subtle`, which browsers give no page
 * over plain HTTP.
 */
export function checkProposal(proposed: Proposed, wanted: Wanted): CheckedProposal {
  const differences: string[] = [];
  let actions: readonly DecodedAction[] = [];
  let transaction: Transaction | undefined;
  try {
    const bytes = hexToBytes(proposed.packed_trx);
    transaction = unpackTransaction(bytes);
    differences.push(
      ...headerDifferences(transaction, wanted.now),
      ...hashDifferences(proposed, bytes, wanted),
      ...expiryDifferences(proposed, transaction),
    );
    actions = transaction.actions.map((each) => decoded(each, wanted));
    const expected = expectedOf(wanted, proposed.vault_name).map((each) => decoded(each, wanted));
    differences.push(...actionDifferences(expected, actions));
  } catch (error) {
    differences.push(`the bytes cannot be checked: ${(error as Error).message}`);
  }
  return { actions, transaction, differences };
}

/** How bytes that are not those of the proposal differ from the form. Never empty. */
export function differencesOfBytes(packed: string, proposed: Proposed, wanted: Wanted): readonly string[] {
  const { chainId: chain_id } = wanted;
  const other = [`the bytes are not those of the proposal`];
  try {
    const bytes = hexToBytes(packed);
    const signing_digest = bytesToHex(signingDigest(chain_id, bytes));
    const transaction_id = transactionId(bytes);
    const { differences } = checkProposal(
      { ...proposed, packed_trx: packed, chain_id, signing_digest, transaction_id },
      wanted,
    );
    return differences.length === 0 ? other : differences;
  } catch {
    return other;
  }
}

function headerDifferences(transaction: Transaction, now: number): string[] {
  const expiresMs = Date.parse(`${transaction.expiration}Z`);
  const { context_free_actions: free, transaction_extensions: extensions, delay_sec: delay } = transaction;
  return [
    ...(free.length > 0 ? ['the bytes have context-free actions'] : []),
    ...(extensions.length > 0 ? ['the bytes have extensions'] : []),
    ...(delay !== 0 ? [`the bytes are delayed by ${String(delay)} s`] : []),
    ...(expiresMs - now > LONGEST_MS ? [`the bytes can be used until ${transaction.expiration}`] : []),
  ];
}

function hashDifferences(proposed: ProposedBytes, bytes: Uint8Array, { chainId }: Wanted): string[] {
  const expected = {
    chain_id: chainId,
    signing_digest: bytesToHex(signingDigest(chainId, bytes)),
    transaction_id: transactionId(bytes),
  };
  return Object.entries(expected)
    .filter(([name, value]) => proposed[name as keyof ProposedBytes] !== value)
    .map(
      ([name, value]) =>
        `${name}: the bytes give ${value}, the answer says ${proposed[name as keyof ProposedBytes]}`,
    );
}

const expiryDifferences = ({ expires }: Proposed, { expiration }: Transaction): string[] =>
  timeMs(expires) === timeMs(expiration)
    ? []
    : [`expires: the bytes give ${expiration}Z, the answer says ${expires}`];

/** The actions of the form, in the form of those of the bytes. @throws RangeError */
function expectedOf({ tool, input, profile }: Wanted, vaultName: string | undefined): PackedAction[] {
  const call = { tool, body: withTexts(input) } as unknown as ComposeCall;
  const { actions } = expectedActions(call, profile, permissionOf(call) ?? 'active', vaultName);
  return actions.map(({ account, name, actor, permission, data }) => ({
    ...{ account, name, authorization: [{ actor, permission }] },
    data: bytesToHex(data),
  }));
}

/** Fields of a form, and JSON of plans, can have numbers in place of amounts. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each)]));
}

function decoded({ account, name, authorization, data }: PackedAction, { profile }: Wanted): DecodedAction {
  const layout = profile.layouts[`${account}::${name}`];
  if (layout === undefined) throw new Error(`the members of ${account}:${name} are not known`);
  return {
    account,
    name,
    authorization: authorization.map(({ actor, permission }) => `${actor}@${permission}`).join(', '),
    data: decodeActionData(layout, data),
  };
}

/** Bytes are read strictly, so actions without a difference here have the same bytes. */
function actionDifferences(expected: readonly DecodedAction[], actions: readonly DecodedAction[]): string[] {
  if (expected.length !== actions.length)
    return [`${String(expected.length)} actions are expected, the bytes have ${String(actions.length)}`];
  return expected.flatMap((each, index) => {
    const found = actions[index];
    if (found === undefined) return [];
    const place = `action ${String(index + 1)}`;
    const members = new Set([...Object.keys(each.data), ...Object.keys(found.data)]);
    return [
      ...difference(`${place}: contract`, each.account, found.account),
      ...difference(`${place}: name`, each.name, found.name),
      ...difference(`${place}: signer`, each.authorization, found.authorization),
      ...[...members].flatMap((name) => difference(`${place}: ${name}`, each.data[name], found.data[name])),
    ];
  });
}

const difference = (what: string, expected: string | undefined, found: string | undefined): string[] =>
  expected === found ? [] : [`${what}: the form says ${quoted(expected)}, the bytes say ${quoted(found)}`];

const quoted = (text: string | undefined): string => (text === undefined ? 'nothing' : JSON.stringify(text));
