import type { ServedChain } from '../../harness/history/served-chain';
import type { Manifest } from './load';

export interface FoundAction {
  readonly global_sequence: number;
  readonly trx_id: string;
  readonly block_num: number;
  readonly act: { readonly account: string; readonly name: string; readonly data: Record<string, unknown> };
  readonly receipts: readonly { readonly receiver: string; readonly global_sequence: number }[];
}

export interface ActionsPage {
  readonly actions: readonly FoundAction[];
  readonly total: { readonly value: number };
  readonly next_cursor?: string;
}

/** Actions of one page: small, so that every walk has several. */
export const PAGE = 7;

/** The actions that `GET /v2/history/get_actions` finds from the first block of a load on. */
export class FoundActions {
  constructor(
    private readonly served: ServedChain,
    private readonly manifest: Manifest,
  ) {}

  page(query: Record<string, unknown>): Promise<ActionsPage> {
    return this.served.read<ActionsPage>('/v2/history/get_actions', {
      after: this.manifest.firstBlock,
      ...query,
    });
  }

  async bySkip(query: Record<string, unknown>): Promise<number[]> {
    const pages: ActionsPage[] = [];
    do pages.push(await this.page({ ...query, limit: PAGE, skip: pages.length * PAGE }));
    while (pages.at(-1)?.actions.length === PAGE);
    return sequencesOf(pages);
  }

  async byCursor(query: Record<string, unknown>): Promise<number[]> {
    const pages: ActionsPage[] = [];
    let cursor: string | undefined;
    do {
      const next = await this.page({ ...query, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(next);
      cursor = next.next_cursor;
    } while (cursor !== undefined);
    return sequencesOf(pages);
  }

  /** Blocks in steps of 5, as clients page with `after` and `before`. */
  async byBlocks(query: Record<string, unknown>): Promise<number[]> {
    const pages: ActionsPage[] = [];
    const head = this.served.chain.chain.head().num;
    for (let block = this.manifest.firstBlock; block <= head; block += 5)
      pages.push(await this.page({ ...query, limit: 1000, after: block, before: Math.min(block + 4, head) }));
    return sequencesOf(pages);
  }
}

const sequencesOf = (pages: readonly ActionsPage[]): number[] =>
  pages.flatMap(({ actions }) => actions.map(({ global_sequence }) => global_sequence));
