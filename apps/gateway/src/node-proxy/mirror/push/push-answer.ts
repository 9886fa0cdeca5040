import { identified, type CachedReply, type ChainClient, type PushReply } from '@app/upstream';
import { MirrorError, UNKNOWN_OUTCOME } from '../errors/node-error';
import type { SentRequest } from '../sent-request';
import { executed } from './executed';
import { mayHoldItem, settledItems } from './settled-items';

const ACCEPTED = 202;
/** Answers a list. */
const PUSH_TRANSACTIONS = '/v1/chain/push_transactions';

/**
 * The answer to a push, by the rules of the push policy (libs/upstream/push): the body goes to a node as it was sent,
 * and the node's own answer comes back. A transaction whose id cannot be read is sent to one node only; so is a list, whose
 * items are settled one by one when the answer is lost, or when the list is refused and a look-up leaves open whether one
 * of them was executed.
 * @throws MirrorError 504 while it is not known whether it was executed; UpstreamUnavailableError
 */
export async function pushAnswer(chain: ChainClient, { path, body }: SentRequest): Promise<CachedReply> {
  const known = identified(body);
  const { headBlock } = chain.position();
  // Before anything is sent: a chain that does not answer is a failure then, not an unknown outcome.
  const { headBlockTimeMs } = await chain.info();
  if (known === undefined) return unidentifiedAnswer(chain, { path, body }, headBlockTimeMs);
  const { id, life } = known;
  const msToExpiry = life.expiresAtMs - headBlockTimeMs;
  return replyOf(await chain.pushes.relay({ id, life, msToExpiry, path, body }), id, headBlock);
}

async function unidentifiedAnswer(
  chain: ChainClient,
  { path, body }: Pick<SentRequest, 'path' | 'body'>,
  headBlockTimeMs: number,
): Promise<CachedReply> {
  const { headBlock } = chain.position();
  const deadline = chain.pushes.deadline();
  const isAnswer = path === PUSH_TRANSACTIONS ? Array.isArray : undefined;
  const push = await chain.pushes.relayOnce({ path, body, deadline, isAnswer });
  const isOpen =
    push.kind === 'unknown' || (isRefusedList(path, push) && (await mayHoldItem(chain, body, deadline)));
  const list = { sentTo: sentToOf(push), headBlockTimeMs, deadline };
  const settled = isOpen ? await settledItems(chain, body, list) : undefined;
  return settled === undefined ? replyOf(push, undefined, headBlock) : gatewayReply(settled, headBlock);
}

/** Address of the node that may have taken the request up. */
function sentToOf(push: PushReply): string | undefined {
  if (push.kind === 'reply') return push.served.node.address;
  return push.kind === 'unknown' ? push.sentTo : undefined;
}

/** A success is a list, also where a proxy changed the status of a refusal. */
const isRefusedList = (path: string, push: PushReply): boolean =>
  path === PUSH_TRANSACTIONS &&
  push.kind === 'reply' &&
  !push.served.reply.bytes.toString('latin1').trimStart().startsWith('[');

function replyOf(push: PushReply, id: string | undefined, headBlock: number): CachedReply {
  switch (push.kind) {
    case 'reply': {
      const { reply, node } = push.served;
      const { status, contentType, bytes } = reply;
      return { status, contentType, bytes, node: node.label, headBlock, nodeHead: reply.headBlock };
    }
    case 'executed':
      return gatewayReply(executed(String(id), push.location), headBlock);
    case 'unknown':
      throw new MirrorError(504, unknownText(id), UNKNOWN_OUTCOME);
  }
}

const gatewayReply = (answer: object, headBlock: number): CachedReply => ({
  status: ACCEPTED,
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify(answer)),
  node: 'gateway',
  headBlock,
});

const unknownText = (id: string | undefined): string =>
  id === undefined
    ? 'the request was sent to a node and its outcome is not known: look at the chain before sending it again'
    : `transaction ${id} was sent and its outcome is not known: look it up by its id, or send the same bytes again`;
