import type { ProposedBytes } from '../gateway/proposal';
import { timeMs } from '../values/ages';
import { type ActionData, decodeActionData, type Field, TRANSFER_FIELDS } from './action-data';
import {
  bytesToHex,
  hexToBytes,
  type PackedAction,
  signingDigest,
  type Transaction,
  transactionId,
  unpackTransaction,
} from './antelope';
import {
  ANY_VAULT,
  type ExpectationFacts,
  type ExpectedAction,
  expectedActions,
  stepsOf,
  type ToolInput,
} from './expected-actions';

/** Everything that a proposal is compared with. */
export interface Wanted extends ExpectationFacts {
  readonly tool: string;
  readonly input: ToolInput;
  readonly chainId: string;
  /** Members of actions other than transfers, by `account:action`. */
  readonly fields: Readonly<Record<string, readonly Field[]>>;
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

/** The bytes of a proposal, and until when they can be used by the answer. */
export interface Proposed extends ProposedBytes {
  readonly expires: string;
}

/** Compares the bytes of a proposal with the form, and what the answer says about them with the bytes. */
export function checkProposal(proposed: Proposed, wanted: Wanted): CheckedProposal {
  const differences: string[] = [];
  try {
    const bytes = hexToBytes(proposed.packed_trx);
    const transaction = unpackTransaction(bytes);
    differences.push(
      ...headerDifferences(transaction, wanted.now),
      ...hashDifferences(proposed, bytes, wanted),
      ...expiryDifferences(proposed, transaction),
    );
    const actions = transaction.actions.map((each) => decoded(each, wanted));
    differences.push(...actionDifferences(actions, wanted));
    return { actions, transaction, differences };
  } catch (error) {
    differences.push(`the bytes cannot be checked: ${(error as Error).message}`);
    return { actions: [], transaction: undefined, differences };
  }
}

/** How bytes that are not those of the proposal differ from the form. Never empty. */
export function differencesOfBytes(packed: string, expires: string, wanted: Wanted): readonly string[] {
  const { chainId: chain_id } = wanted;
  const other = [`the bytes are not those of the proposal`];
  try {
    const bytes = hexToBytes(packed);
    const signing_digest = bytesToHex(signingDigest(chain_id, bytes));
    const transaction_id = transactionId(bytes);
    const found = checkProposal(
      { packed_trx: packed, chain_id, signing_digest, transaction_id, expires },
      wanted,
    );
    return found.differences.length === 0 ? other : found.differences;
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

function decoded(
  { account, name, authorization, data }: PackedAction,
  { network, fields }: Wanted,
): DecodedAction {
  const isTransfer = name === network.actions['transfer']?.name && tokenContracts(network).includes(account);
  const members = isTransfer ? TRANSFER_FIELDS : fields[`${account}:${name}`];
  if (members === undefined) throw new Error(`the members of ${account}:${name} are not known`);
  return {
    account,
    name,
    authorization: authorization.map(({ actor, permission }) => `${actor}@${permission}`).join(', '),
    data: decodeActionData(members, data),
  };
}

const tokenContracts = ({ tokens }: Wanted['network']): string[] => tokens.map(({ contract }) => contract);

function actionDifferences(actions: readonly DecodedAction[], wanted: Wanted): string[] {
  const { tool, input } = wanted;
  const expected = expectedActions(tool, input, wanted);
  // One permission signs all steps of a plan.
  const signing = tool === 'compose_plan' ? (stepsOf(input)[0]?.input ?? {}) : input;
  const signer = `${String(signing['from'] ?? signing['account'])}@${String(signing['permission'] ?? 'active')}`;
  if (expected.length !== actions.length)
    return [`${String(expected.length)} actions are expected, the bytes have ${String(actions.length)}`];
  const vaults = new Set<string>();
  const differences = expected.flatMap((each, index) => {
    const found = actions[index];
    if (found === undefined) return [];
    const place = `action ${String(index + 1)}`;
    return [
      ...difference(`${place}: contract`, each.account, found.account),
      ...difference(`${place}: name`, each.name, found.name),
      ...difference(`${place}: signer`, signer, found.authorization),
      ...dataDifferences(place, each, found, wanted, vaults),
    ];
  });
  return vaults.size > 1 ? [...differences, 'the actions are about different vaults'] : differences;
}

function dataDifferences(
  place: string,
  expected: ExpectedAction,
  found: DecodedAction,
  { network }: Wanted,
  vaults: Set<string>,
): string[] {
  const names = new Set([...Object.keys(expected.data), ...Object.keys(found.data)]);
  return [...names].flatMap((name) => {
    const wanted = expected.data[name];
    const value = found.data[name];
    if (wanted === ANY_VAULT) {
      if (value === undefined || !isVault(value, network))
        return [`${place}: ${name}: the form says a new vault, the bytes say ${quoted(value)}`];
      vaults.add(value);
      return [];
    }
    return difference(`${place}: ${name}`, wanted, value);
  });
}

/** A generated id in the place that the profile has for it. */
function isVault(name: string, { vault_name, accounts }: Wanted['network']): boolean {
  const [before = '', after = ''] = vault_name
    .replace(/\{([a-z_]+)\}/g, (whole, role: string) => (role === 'id' ? whole : (accounts[role] ?? whole)))
    .split('{id}');
  const id = name.slice(before.length, name.length - after.length);
  return name === before + id + after && /^[a-z1-5]{1,12}$/.test(id);
}

const difference = (what: string, expected: string | undefined, found: string | undefined): string[] =>
  expected === found ? [] : [`${what}: the form says ${quoted(expected)}, the bytes say ${quoted(found)}`];

const quoted = (text: string | undefined): string => (text === undefined ? 'nothing' : JSON.stringify(text));
