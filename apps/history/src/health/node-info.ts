import { parseTimePoint } from '@app/antelope';
import { z } from 'zod';
import type { NodeInfo } from '../answers/health-document';
import { postToNode } from '../http/post-to-node';

/** Clients wait for the health: a node that answers later is reported as not answering. */
const DEADLINE_MS = 2_000;
/** Shortest interval between two requests to the node, however many clients ask for the health. */
const KEPT_MS = 1_000;

const INFO = z.object({
  chain_id: z.string(),
  head_block_num: z.int(),
  head_block_time: z.string(),
  last_irreversible_block_num: z.int(),
});

/** get_info of the node over HTTP, asked once a second at most. */
export class NodeInfoReader {
  #asked: { readonly atMs: number; readonly info: Promise<NodeInfo | undefined> } | undefined;

  /** @param chainUrl without a slash at its end; undefined: no node is configured */
  constructor(private readonly chainUrl: string | undefined) {}

  /** Undefined while the node does not answer. Never rejects. */
  read(): Promise<NodeInfo | undefined> {
    const nowMs = performance.now();
    if (this.#asked === undefined || nowMs - this.#asked.atMs > KEPT_MS)
      this.#asked = { atMs: nowMs, info: this.#ask() };
    return this.#asked.info;
  }

  async #ask(): Promise<NodeInfo | undefined> {
    if (this.chainUrl === undefined) return undefined;
    try {
      const { body } = await postToNode(`${this.chainUrl}/v1/chain/get_info`, '', DEADLINE_MS);
      const info = INFO.parse(JSON.parse(body));
      return {
        headNum: info.head_block_num,
        headTimeMs: Number(parseTimePoint(info.head_block_time) / 1000n),
        irreversibleNum: info.last_irreversible_block_num,
        chainId: info.chain_id,
      };
    } catch {
      // For every failure, health reports that the node does not answer.
      return undefined;
    }
  }
}
