import { type ChainClient, type PushDeadline, type PushReply, UpstreamUnavailableError } from '@app/upstream';
import { MirrorError, UNKNOWN_OUTCOME } from '../errors/node-error';
import { executed } from './executed';
import type { PushItem } from './push-items';

const PUSH_TRANSACTION = '/v1/chain/push_transaction';
const DUPLICATE = 409;
const FAILED_ID = '0'.repeat(64);
const NO_LOCATION = { blockNum: null, blockTimeMs: null };
const MAX_NAMED = 20;

/** A list whose answer was lost. */
interface SentList {
  /** Address of the node that it was sent to; that node may hold each of its transactions. */
  readonly sentTo: string | undefined;
  /** Of the chain, before it was sent. */
  readonly headBlockTimeMs: number;
  /** Deadline of the list and of all that is sent for it. */
  readonly deadline: PushDeadline;
}

/**
 * The outcome of each transaction of push_transactions whose answer was lost: in their order each is looked up by its
 * id, and the same bytes are sent again by the push policy, which executes none twice. Stops at the first one whose
 * outcome stays unknown: later ones may depend on it. After the deadline nothing is sent any more.
 * @returns entries in the form of a node
 * @throws MirrorError 504 naming the transactions whose outcome is not known
 */
export async function settledItems(
  chain: ChainClient,
  items: readonly PushItem[],
  list: SentList,
): Promise<object[]> {
  // All of them, before the first is settled: a client that sends a later one again must not get the refusal of another node.
  await recordHolders(chain, items, list);
  const settled: object[] = [];
  for (const item of items) {
    const entry = list.deadline.isOver ? undefined : await settledItem(chain, item, list);
    if (entry === undefined) throw unknownItems(items, settled.length);
    settled.push(entry);
  }
  return settled;
}

/** Remembers the node that may have taken the transactions up. */
export async function recordHolders(
  chain: ChainClient,
  items: readonly PushItem[],
  { sentTo, headBlockTimeMs }: SentList,
): Promise<void> {
  if (sentTo === undefined) return;
  const sent = items.map(({ id, life }) => ({ id, msToExpiry: life.expiresAtMs - headBlockTimeMs }));
  await chain.pushes.recordHolder(sentTo, sent);
}

/** Whether a transaction of a refused list is on the chain, or no look-up tells. */
export async function mayHoldItem(
  chain: ChainClient,
  items: readonly PushItem[],
  deadline: PushDeadline,
): Promise<boolean> {
  for (const { id } of items) {
    if (deadline.isOver) return true;
    try {
      if ((await chain.transactionStatus(id)) !== undefined) return true;
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return true;
      throw error;
    }
  }
  return false;
}

/** Undefined while it is not known whether it was executed. */
async function settledItem(
  chain: ChainClient,
  { id, life, body }: PushItem,
  { headBlockTimeMs, deadline }: SentList,
): Promise<object | undefined> {
  try {
    const msToExpiry = life.expiresAtMs - headBlockTimeMs;
    const push = { id, life, msToExpiry, path: PUSH_TRANSACTION, body, deadline };
    return entryOf(id, await chain.pushes.relay(push));
  } catch (error) {
    // The node that has the list was reached before.
    if (error instanceof UpstreamUnavailableError) return undefined;
    throw error;
  }
}

function entryOf(id: string, push: PushReply): object | undefined {
  switch (push.kind) {
    case 'executed':
      return executed(id, push.location);
    case 'unknown':
      return undefined;
    case 'reply': {
      const { status, bytes } = push.served.reply;
      // The list brought it to that node.
      if (status === DUPLICATE) return executed(id, NO_LOCATION);
      const answer = JSON.parse(bytes.toString('utf8')) as NodeAnswer;
      if (answer.transaction_id === id && answer.processed?.except == null) return answer;
      return { transaction_id: FAILED_ID, processed: { error: reasonOf(answer) } };
    }
  }
}

/** Answer of push_transaction, as far as it is read: the policy has recognised it as one. */
interface NodeAnswer {
  readonly transaction_id?: string;
  readonly processed?: { readonly except?: unknown };
  readonly error?: {
    readonly code?: number;
    readonly name?: string;
    readonly what?: string;
    readonly details?: readonly { readonly message?: string }[];
  };
}

/** As nodes print a failed entry: number, name and text of the error, then its details. */
function reasonOf({ error, processed }: NodeAnswer): string {
  if (error === undefined) return JSON.stringify(processed?.except);
  const { code = 0, name = '', what = '', details = [] } = error;
  return [`${code} ${name}: ${what}`, ...details.map(({ message = '' }) => message)].join('\n');
}

function unknownItems(items: readonly PushItem[], known: number): MirrorError {
  const ids = items.slice(known).map(({ id }) => id);
  const named = ids.slice(0, MAX_NAMED).join(', ');
  const rest = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return new MirrorError(
    504,
    `the outcome of ${ids.length} of ${items.length} transactions is not known: ${named}${rest}; look each up by its id, or send the same bytes again`,
    UNKNOWN_OUTCOME,
  );
}
