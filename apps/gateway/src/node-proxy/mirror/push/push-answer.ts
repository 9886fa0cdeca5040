import type { CachedReply, ChainClient, PushReply } from '@app/upstream';
import { MirrorError, type NodeosError } from '../errors/node-error';
import type { SentRequest } from '../sent-request';
import { identified } from './identified';

const ACCEPTED = 202;
const UNKNOWN_OUTCOME: NodeosError = {
  code: 0,
  name: 'outcome_unknown',
  what: 'Outcome of the push unknown',
};

/**
 * The answer to a push, by the rules of the push policy (libs/upstream/push): the body goes to a node as it was sent,
 * and the node's own answer comes back. A transaction whose id cannot be read is sent to one node only.
 * @throws MirrorError 504 while it is not known whether it was executed; UpstreamUnavailableError
 */
export async function pushAnswer(chain: ChainClient, { path, body }: SentRequest): Promise<CachedReply> {
  const known = identified(body);
  const { headBlock } = chain.position();
  if (known === undefined) return replyOf(await chain.relayOnce({ path, body }), undefined, headBlock);
  const { headBlockTimeMs } = await chain.info();
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
      return {
        status: ACCEPTED,
        contentType: 'application/json',
        bytes: Buffer.from(JSON.stringify(executed(String(id), push.location))),
        node: 'gateway',
        headBlock,
      };
    case 'unknown':
      throw new MirrorError(504, unknownText(id), UNKNOWN_OUTCOME);
  }
}

/** An executed transaction in the form of a node, as far as it is known: its trace was lost. */
function executed(
  id: string,
  { blockNum, blockTimeMs }: { readonly blockNum: number | null; readonly blockTimeMs: number | null },
): object {
  return {
    transaction_id: id,
    processed: {
      id,
      ...(blockNum === null ? {} : { block_num: blockNum }),
      ...(blockTimeMs === null ? {} : { block_time: new Date(blockTimeMs).toISOString().slice(0, -1) }),
      receipt: { status: 'executed' },
      action_traces: [],
      except: null,
      error_code: null,
    },
  };
}

const unknownText = (id: string | undefined): string =>
  id === undefined
    ? 'the request was sent to a node and its outcome is not known: look at the chain before sending it again'
    : `transaction ${id} was sent and its outcome is not known: look it up by its id, or send the same bytes again`;
