import { identified, type CachedReply, type ChainClient, type PushReply } from '@app/upstream';
import { MirrorError, TOO_MANY_AT_ONCE, UNKNOWN_OUTCOME } from '../errors/node-error';
import type { SentRequest } from '../sent-request';
import { executed } from './executed';
import { listIn, MAX_ITEMS, pushItems } from './push-items';
import { mayHoldItem, recordHolders, settledItems } from './settled-items';

const ACCEPTED = 202;
/** Answers a list. */
export const PUSH_TRANSACTIONS = '/v1/chain/push_transactions';
const TOO_MANY = 'Attempt to push too many transactions at once';

/**
 * The answer to a push, by the rules of the push policy (libs/upstream/push): the body goes to a node as it was sent,
 * and the node's own answer comes back. A transaction whose id cannot be read is sent to one node only; so is a list, whose
 * items are settled one by one when the answer is lost, or when the list is refused and a look-up leaves open whether one
 * of them was executed.
 * @throws MirrorError 504 while it is not known whether it was executed; UpstreamUnavailableError
 */
export async function pushAnswer(chain: ChainClient, { path, body }: SentRequest): Promise<CachedReply> {
  if (path === PUSH_TRANSACTIONS) return listAnswer(chain, body);
  const known = identified(body);
  const { headBlock } = chain.position();
  // Before anything is sent: a chain that does not answer is a failure then, not an unknown outcome.
  const { headBlockTimeMs } = await chain.info();
  if (known === undefined) {
    const deadline = chain.pushes.deadline();
    return replyOf(await chain.pushes.relayOnce({ path, body, deadline }), undefined, headBlock);
  }
  const { id, life } = known;
  const msToExpiry = life.expiresAtMs - headBlockTimeMs;
  return replyOf(await chain.pushes.relay({ id, life, msToExpiry, path, body }), id, headBlock);
}

/** @throws MirrorError, also for a list that every node refuses for its length: no node is asked then */
async function listAnswer(chain: ChainClient, body: Buffer): Promise<CachedReply> {
  const entries = listIn(body);
  if (entries !== undefined && entries.length > MAX_ITEMS)
    throw new MirrorError(500, TOO_MANY, TOO_MANY_AT_ONCE);
  const { headBlock } = chain.position();
  const { headBlockTimeMs } = await chain.info();
  const deadline = chain.pushes.deadline();
  const request = { path: PUSH_TRANSACTIONS, body, deadline, isAnswer: Array.isArray };
  const push = await chain.pushes.relayOnce(request);
  const read = isSettled(push) || entries === undefined ? undefined : await pushItems(body, entries);
  if (read === undefined) return replyOf(push, undefined, headBlock);
  const { items, isWhole } = read;
  const list = { sentTo: sentToOf(push), headBlockTimeMs, deadline };
  if (!isWhole) {
    // Its refusal says nothing of transactions that came to the chain before.
    await recordHolders(chain, items, list);
    throw new MirrorError(504, unknownText(undefined), UNKNOWN_OUTCOME);
  }
  const isOpen = push.kind === 'unknown' || (await mayHoldItem(chain, items, deadline));
  if (!isOpen) return replyOf(push, undefined, headBlock);
  return gatewayReply(await settledItems(chain, items, list), headBlock);
}

/** Address of the node that may have taken the request up. */
function sentToOf(push: PushReply): string | undefined {
  if (push.kind === 'reply') return push.served.node.address;
  return push.kind === 'unknown' ? push.sentTo : undefined;
}

/** A success is a list; a refusal is none, also where a proxy changed its status. */
const isSettled = (push: PushReply): boolean =>
  push.kind === 'executed' ||
  (push.kind === 'reply' && push.served.reply.bytes.toString('latin1').trimStart().startsWith('['));

function replyOf(push: PushReply, id: string | undefined, headBlock: number): CachedReply {
  switch (push.kind) {
    case 'reply': {
      const { reply, node } = push.served;
      const { status, contentType, bytes } = reply;
      return { status, contentType, bytes, node: node.label, headBlock, nodeHead: reply.headBlock };
    }
    case 'executed':
      return gatewayReply(JSON.stringify(executed(String(id), push.location)), headBlock);
    case 'unknown':
      throw new MirrorError(504, unknownText(id), UNKNOWN_OUTCOME);
  }
}

const gatewayReply = (json: string, headBlock: number): CachedReply => ({
  status: ACCEPTED,
  contentType: 'application/json',
  bytes: Buffer.from(json),
  node: 'gateway',
  headBlock,
});

const unknownText = (id: string | undefined): string =>
  id === undefined
    ? 'the request was sent to a node and its outcome is not known: look at the chain before sending it again'
    : `transaction ${id} was sent and its outcome is not known: look it up by its id, or send the same bytes again`;
