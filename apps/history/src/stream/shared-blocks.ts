import type { Decoder } from '../decoding/decoder';
import type { Name } from '../derive/name';
import type { HistoryReader } from '../store/port';
import type { ActionRecord, DeltaRecord } from '../store/records';
import { BlockCache } from './block-cache';
import { BlockEntries } from './block-entries';
import { keptOfAction, keptOfDelta } from './kept-bytes';
import { StreamEntry } from './stream-entry';
import type { StreamSearch } from './stream-request';

/** A block with more actions or rows, or more bytes of them, is searched by each subscription, in pages. */
const MAX_BLOCK_ENTRIES = 5_000;
const MAX_BLOCK_BYTES = 4 * 1024 * 1024;

type ActionSearch = Extract<StreamSearch, { type: 'action_trace' }>['query'];
type DeltaSearch = Extract<StreamSearch, { type: 'delta_trace' }>['query'];

/** New blocks for all subscriptions: each is read, decoded and printed once, and matched by its names. */
export class SharedBlocks {
  readonly #actions = new BlockCache<ActionRecord>((num) => this.#readActions(num));
  readonly #deltas = new BlockCache<DeltaRecord>((num) => this.#readDeltas(num));

  constructor(
    private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
  ) {}

  /** The entries of a block that a search finds, in order; undefined when the block has too many. */
  async matching(search: StreamSearch, num: number): Promise<StreamEntry[] | undefined> {
    if (search.type === 'action_trace') {
      const block = await this.#actions.block(num);
      return block?.matching(actionNames(search.query), (action) => isWantedAction(search.query, action));
    }
    const block = await this.#deltas.block(num);
    return block?.matching(deltaNames(search.query), (delta) => isWantedDelta(search.query, delta));
  }

  /** Blocks above `num` were undone. */
  undo(num: number): void {
    this.#actions.undo(num);
    this.#deltas.undo(num);
  }

  async #readActions(num: number): Promise<BlockEntries<ActionRecord> | undefined> {
    const { items, isCut = false } = await this.reader.actions(wholeBlock(num));
    if (isCut || items.length > MAX_BLOCK_ENTRIES) return undefined;
    const { irreversibleNum } = await this.reader.status();
    return new BlockEntries(items, namesOfAction, keptOfAction, async (record) => {
      const [decoded] = await this.decoder.actions([record], irreversibleNum);
      return StreamEntry.ofAction(decoded ?? { record, decoded: { json: undefined, hex: '' } });
    });
  }

  async #readDeltas(num: number): Promise<BlockEntries<DeltaRecord> | undefined> {
    const { items, isCut = false } = await this.reader.deltas(wholeBlock(num));
    if (isCut || items.length > MAX_BLOCK_ENTRIES) return undefined;
    return new BlockEntries(items, namesOfDelta, keptOfDelta, async (record) => {
      const [decoded] = await this.decoder.deltas([record]);
      return StreamEntry.ofDelta(decoded ?? { record, decoded: { json: undefined, hex: '' } });
    });
  }
}

const wholeBlock = (num: number) =>
  ({
    range: { fromBlock: num, toBlock: num },
    order: 'asc',
    skip: 0,
    limit: MAX_BLOCK_ENTRIES + 1,
    countUpTo: 0,
    maxBytes: MAX_BLOCK_BYTES,
    mayBeShort: true,
  }) as const;

/** Receivers, the contract among them, and actors. */
const namesOfAction = ({ receipts, authorization }: ActionRecord): Name[] => [
  ...receipts.map(({ receiver }) => receiver),
  ...authorization.map(({ actor }) => actor),
];

const namesOfDelta = ({ code, scope, table, payer }: DeltaRecord): Name[] => [code, scope, table, payer];

/** A stream names one contract at most. */
const actionNames = ({ account, filters = [] }: ActionSearch): Name[] =>
  [account, filters[0]?.code].filter((name) => name !== undefined);

const deltaNames = ({ code, scope, table, payer }: DeltaSearch): Name[] =>
  [code, scope, table, payer].filter((name) => name !== undefined);

const isWantedAction = ({ account, filters = [] }: ActionSearch, action: ActionRecord): boolean =>
  isWanted(filters[0]?.code, action.account) &&
  isWanted(filters[0]?.name, action.name) &&
  (account === undefined || namesOfAction(action).includes(account));

const isWantedDelta = (search: DeltaSearch, delta: DeltaRecord): boolean =>
  isWanted(search.code, delta.code) &&
  isWanted(search.scope, delta.scope) &&
  isWanted(search.table, delta.table) &&
  isWanted(search.payer, delta.payer);

const isWanted = (wanted: Name | undefined, name: Name): boolean => wanted === undefined || wanted === name;
