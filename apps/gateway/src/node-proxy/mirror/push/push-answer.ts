import type { CachedReply, ChainClient, PushReply } from '@app/upstream';
import { MirrorError, UNKNOWN_OUTCOME } from '../errors/node-error';
import type { SentRequest } from '../sent-request';
import { executed } from './executed';
import { identified } from './identified';
import { settledItems } from './settled-items';

const ACCEPTED = 202;
/**
 * The answer to a push, by the rules of the push policy (libs/upstream/push): the body goes to a node as it was sent,
 * and the node's own answer comes back. A transaction whose id cannot be read is sent to one node only; so is a list, whose
 * items are settled one by one when the answer is lost.
 * @throws MirrorError 504 while it is not known whether it was executed; UpstreamUnavailableError
 */
export async function pushAnswer(chain: ChainClient, { path, body }: SentRequest): Promise<CachedReply> {
  const known = identified(body);
  const { headBlock } = chain.position();
  // Before anything is sent: a chain that does not answer is a failure then, not an unknown outcome.
  const { headBlockTimeMs } = await chain.info();
  if (known === undefined) {
    const deadline = chain.pushDeadline();
    const push = await chain.relayOnce({ path, body, deadline });
    const settled =
      push.kind === 'unknown'
        ? await settledItems(chain, body, { sentTo: push.sentTo, headBlockTimeMs, deadline })
        : undefined;
    return settled === undefined ? replyOf(push, undefined, headBlock) : gatewayReply(settled, headBlock);
  }
  const msToExpiry = known.expiresAtMs - headBlockTimeMs;
  return replyOf(await chain.relayTransaction({ id: known.id, msToExpiry, path, body }), known.id, headBlock);
}

function replyOf(push: PushReply, id: string | undefined, headBlock: number): CachedReply {
  switch (push.kind) {
    case 'reply': {
      const { reply, node } = push.served;
      const { status, contentType, bytes } = reply;
      return { status, contentType, bytes, node: node.label, headBlock };
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
