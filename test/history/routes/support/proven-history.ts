import { bytesToHex } from '@app/antelope';
import type { GetBlocksResult } from '@app/ship';
import { FollowedHistory } from '../../../harness/history/followed-history';
import { RecordedNode } from '../../../harness/history/recorded-node';
import type { RecordedSession } from '../../../harness/ship/recorded-frames';
import {
  recordedBlocks,
  recordedSource,
  type statusOfRecording,
} from '../../../harness/ship/recorded-source';
import { ShipServer } from '../../../harness/ship/ship-server';
import type { PageProof } from './proof-check';

/** An action as get_actions answers it. */
export interface ShownAction {
  readonly block_num: number;
  readonly block_id: string;
  readonly trx_id: string;
  readonly receipts: readonly { readonly global_sequence: number }[];
}
/** A page of get_actions with proofs. */
export interface ProvenPage {
  readonly actions: readonly ShownAction[];
  readonly proofs: readonly PageProof[];
  readonly next_cursor?: string;
}

export const ROUTE = '/v2/history/get_actions';

interface Beginning {
  readonly status?: ReturnType<typeof statusOfRecording>;
  readonly firstBlock?: number;
}

/** The history of recorded sessions of real nodes, beside a node that has their blocks. */
export class ProvenHistory {
  private constructor(
    readonly server: ShipServer,
    readonly node: RecordedNode,
    readonly history: FollowedHistory,
  ) {}

  static async start(
    sessions: readonly RecordedSession[],
    blocks: readonly GetBlocksResult[],
    { status, firstBlock }: Beginning = {},
  ): Promise<ProvenHistory> {
    const server = await ShipServer.start(recordedSource([sessions], status));
    const node = await RecordedNode.start(blocks);
    const history = await FollowedHistory.start(server.url, { chainUrl: node.url, follow: { firstBlock } });
    const last = bytesToHex(recordedBlocks(sessions.at(-1)!).at(-1)!.thisBlock!.blockId);
    await history.until((id) => bytesToHex(id) === last);
    return new ProvenHistory(server, node, history);
  }

  page(query: Readonly<Record<string, unknown>>): Promise<ProvenPage> {
    return this.history.read<ProvenPage>(ROUTE, { ...query, proof: true });
  }

  async close(): Promise<void> {
    await this.history.close();
    this.node.close();
    await this.server.close();
  }
}
