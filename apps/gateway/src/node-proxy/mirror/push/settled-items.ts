import { type ChainClient, type PushDeadline, type PushReply, UpstreamUnavailableError } from '@app/upstream';
import { z } from 'zod';
import { MirrorError, UNKNOWN_OUTCOME } from '../errors/node-error';
import { executed } from './executed';
import type { PushItem } from './push-items';

const PUSH_TRANSACTION = '/v1/chain/push_transaction';
const DUPLICATE = 409;
const FAILED_ID = '0'.repeat(64);
const NO_LOCATION = { blockNum: null, blockTimeMs: null };
const MAX_NAMED = 20;
/** Of the answer: a node may write 4 MiB for each of a thousand transactions. Behind it an entry states the outcome alone. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_REASON = 10_000;

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
 * @returns JSON of a list of entries in the form of a node
 * @throws MirrorError 504 naming the transactions whose outcome is not known
 */
export async function settledItems(
  chain: ChainClient,
  items: readonly PushItem[],
  list: SentList,
): Promise<string> {
  // All of them, before the first is settled: a client that sends a later one again must not get the refusal of another node.
  await recordHolders(chain, items, list);
  const settled: string[] = [];
  let length = 0;
  for (const item of items) {
    const entry = list.deadline.isOver ? undefined : await settledItem(chain, item, list);
    if (entry === undefined) throw unknownItems(items, settled.length);
    length += entry.text.length;
    settled.push(length > MAX_CHARACTERS ? entry.short : entry.text);
  }
  return `[${settled.join(',')}]`;
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

/** JSON of an entry. */
interface Entry {
  /** With the trace, as the node wrote it. */
  readonly text: string;
  /** The outcome alone. */
  readonly short: string;
}

const entryWith = (value: object, text?: string): Entry => {
  const short = JSON.stringify(value);
  return { text: text ?? short, short };
};

/** Undefined while it is not known whether it was executed. */
async function settledItem(
  chain: ChainClient,
  { id, life, body }: PushItem,
  { headBlockTimeMs, deadline }: SentList,
): Promise<Entry | undefined> {
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

function entryOf(id: string, push: PushReply): Entry | undefined {
  switch (push.kind) {
    case 'executed':
      return entryWith(executed(id, push.location));
    case 'unknown':
      return undefined;
    case 'reply': {
      const { status, bytes } = push.served.reply;
      // The list brought it to that node.
      if (status === DUPLICATE) return entryWith(executed(id, NO_LOCATION));
      // As the node wrote it: its values may be nested deeper than JSON.stringify goes.
      const text = bytes.toString('utf8');
      const answer = nodeAnswer.parse(JSON.parse(text));
      if (answer.transaction_id === id && answer.processed?.except === undefined)
        return entryWith(executed(id, NO_LOCATION), text);
      const error = reasonOf(answer).slice(0, MAX_REASON);
      return entryWith({ transaction_id: FAILED_ID, processed: { error } });
    }
  }
}

const text = z.string().catch('');
const code = z.number().catch(0);
const detail = z.object({ message: text }).catch({ message: '' });

/** Answer of push_transaction, as far as it is read: the policy has recognised it as one, and a node writes what it likes. */
const nodeAnswer = z.object({
  transaction_id: text,
  processed: z
    .object({ except: z.object({ code, name: text, message: text }).nullish() })
    .transform(({ except }) => ({ except: except ?? undefined }))
    .optional()
    .catch({ except: { code: 0, name: '', message: '' } }),
  error: z
    .object({ code, name: text, what: text, details: z.array(detail).catch([]) })
    .optional()
    .catch(undefined),
});

/** As nodes print a failed entry: number, name and text of the error, then its details. */
function reasonOf({ error, processed }: z.output<typeof nodeAnswer>): string {
  if (error === undefined) {
    const { code: number = 0, name = '', message = '' } = processed?.except ?? {};
    return `${number} ${name}: ${message}`;
  }
  return [`${error.code} ${error.name}: ${error.what}`, ...error.details.map(({ message }) => message)].join(
    '\n',
  );
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
