import type { Name } from '../derive/name';
import { symbolCodeOf } from '../derive/symbol-code';
import { ACCOUNTS, balanceOf } from '../derive/tokens';
import { BroadQueryError } from '../store/errors';
import { deltaSequence } from '../store/positions';
import type { PageQuery } from '../store/queries';
import type { Question, QuestionTools } from '../store/question';
import type { Page, TokenRecord } from '../store/records';
import { readCursor, type StoredCursor } from '../store/sql/cursor';
import { slices } from '../store/sql/in-list';
import { findPairs } from '../store/sql/reading/ids';
import { RemovedInScope } from '../store/sql/reading/removed-rows';
import { ordered } from '../store/sql/values';
import { type UnknownPast, unknownPast } from './table-rows/known-past';
import { type LastDelta, LastDeltas } from './table-rows/last-deltas';
import { tokenOf } from './token-row';

export interface TokensAtBlockQuery extends PageQuery {
  readonly account: Name;
  readonly contract?: Name;
  readonly atBlock: number;
}

export interface TokensAtBlock {
  /** Given: there are no balances, as they are not known. */
  readonly unknown?: UnknownPast;
  readonly page: Page<TokenRecord>;
}

/** A balance of an account; `current` is undefined where it is gone. */
interface TokenKey {
  readonly contract: Name;
  readonly symbolCode: bigint;
  readonly current: TokenRecord | undefined;
}

/** Current balances of an account, and as many removals of them since the block. */
const MAX_KEYS = 10_000;
/** Balances that are looked at before other requests run, and tables of contracts. */
const WINDOW = 200;
/** Numbers of tables begin with 1. */
const NO_TABLE = 0;
const NARROW_BY = ['contract'];
const LATER = 'a later block_num';
const NONE: Page<TokenRecord> = { items: [], total: { value: 0, relation: 'eq' } };

/**
 * Balances of an account as they were after a block, by contract and symbol code: found as rows of a table are (see
 * rows-at-block.ts), in the tables of all token contracts, or of one.
 */
export const TOKENS_AT_BLOCK: Question<TokensAtBlockQuery, TokensAtBlock> = {
  name: 'tokens_at_block',
  isSearch: () => true,
  read: async (tools, query) => {
    const { session } = tools;
    const cursor = await readCursor(session);
    const unknown = await unknownPast(session, cursor, query.atBlock);
    if (cursor === undefined || unknown !== undefined)
      return { page: NONE, ...(unknown === undefined ? {} : { unknown }) };
    return new PastTokens(tools, query, cursor).page();
  },
};

class PastTokens {
  readonly #last: LastDeltas;

  constructor(
    private readonly tools: QuestionTools,
    private readonly query: TokensAtBlockQuery,
    private readonly cursor: StoredCursor,
  ) {
    this.#last = new LastDeltas(tools, query.atBlock);
  }

  /** The total is a lower limit when the time is used up behind the page. @throws BroadQueryError */
  async page(): Promise<TokensAtBlock> {
    const { skip, limit } = this.query;
    const tables = await this.#tables();
    const keys = await this.#keys(tables);
    const found: TokenRecord[] = [];
    let isWhole = true;
    for (const some of slices(keys, WINDOW)) {
      if (some[0] !== keys[0] && !(await this.tools.work.mayContinue())) {
        if (found.length < skip + limit) throw new BroadQueryError(NARROW_BY);
        isWhole = false;
        break;
      }
      const tokens = await this.#tokensAt(some, tables);
      if (tokens === undefined) return { unknown: { kind: 'removed' }, page: NONE };
      found.push(...tokens);
    }
    const total = { value: found.length, relation: isWhole ? 'eq' : 'gte' } as const;
    return { page: { items: found.slice(skip, skip + limit), total } };
  }

  /** Tables of balances by their contracts. */
  async #tables(): Promise<Map<Name, number>> {
    const { session, names } = this.tools;
    const types = await findPairs(session, 'table_type', this.query.contract, ACCOUNTS);
    return names.decoding(session, () => new Map(types.map((type) => [names.tableOf(type).code, type])));
  }

  /** The balances that exist, or did since the block, in the order of the list. @throws BroadQueryError */
  async #keys(tables: ReadonlyMap<Name, number>): Promise<TokenKey[]> {
    const keys = new Map<string, TokenKey>();
    for (const key of await this.#removedSince(tables)) keys.set(textOf(key), key);
    for (const token of await this.#current()) keys.set(textOf(token), { ...token, current: token });
    return [...keys.values()].sort((one, other) => (isBehind(one, other) ? 1 : -1));
  }

  async #current(): Promise<TokenRecord[]> {
    const { account, contract } = this.query;
    const rows = await this.tools.session.all(
      `SELECT * FROM token WHERE account = ?${contract === undefined ? '' : ' AND contract = ?'} ORDER BY contract, symbol LIMIT ?`,
      [ordered(account), ...(contract === undefined ? [] : [ordered(contract)]), MAX_KEYS + 1],
    );
    if (rows.length > MAX_KEYS) throw new BroadQueryError(NARROW_BY);
    return rows.map(tokenOf);
  }

  /** Balances that were removed since the block, in a table of each contract. @throws BroadQueryError */
  async #removedSince(tables: ReadonlyMap<Name, number>): Promise<TokenKey[]> {
    const scope = await this.#last.scopeId(this.query.account);
    if (scope === undefined) return [];
    const { work, session, names } = this.tools;
    const since = {
      from: deltaSequence(this.query.atBlock + 1, 0),
      to: deltaSequence(this.cursor.num + 1, 0) - 1n,
    };
    const removed = new RemovedInScope(session, scope, since, MAX_KEYS + 1);
    const keys: TokenKey[] = [];
    const windows = [...slices(await removed.having([...tables.values()]), WINDOW)];
    for (const [index, some] of windows.entries()) {
      if (index > 0 && !(await work.mayContinue())) throw new BroadQueryError(NARROW_BY);
      const found = await removed.of(some);
      if (found === undefined) throw new BroadQueryError(some.length > 1 ? [...NARROW_BY, LATER] : [LATER]);
      for (const [table, primaryKeys] of found) {
        if (primaryKeys.length > MAX_KEYS) throw new BroadQueryError([LATER]);
        if (primaryKeys.length === 0) continue;
        const contract = await names.decoding(session, () => names.tableOf(table).code);
        for (const symbolCode of primaryKeys)
          if (isSymbolCode(symbolCode)) keys.push({ contract, symbolCode, current: undefined });
      }
      if (keys.length > MAX_KEYS) throw new BroadQueryError([...NARROW_BY, LATER]);
    }
    return keys;
  }

  /** Undefined: a change that it takes is no longer part of the history. */
  async #tokensAt(
    keys: readonly TokenKey[],
    tables: ReadonlyMap<Name, number>,
  ): Promise<TokenRecord[] | undefined> {
    const { account: scope, atBlock } = this.query;
    const isChanged = ({ current }: TokenKey): boolean => current === undefined || current.blockNum > atBlock;
    const changed = keys.filter(isChanged);
    const last = await this.#last.of(
      changed.map(({ contract, symbolCode }) => ({
        ...{ table: tables.get(contract) ?? NO_TABLE, scope, primaryKey: symbolCode },
      })),
    );
    if (this.cursor.isPruned && last.some((delta) => delta === undefined)) return undefined;
    const found = new Map(changed.map((key, index) => [textOf(key), last[index]]));
    return keys.flatMap((key) => {
      if (!isChanged(key)) return key.current ?? [];
      return tokenOfDelta(key.contract, found.get(textOf(key))) ?? [];
    });
  }
}

function tokenOfDelta(contract: Name, delta: LastDelta | undefined): TokenRecord | undefined {
  if (delta?.isPresent !== true) return undefined;
  const balance = balanceOf(delta);
  return balance && { account: delta.scope, contract, ...balance, blockNum: delta.blockNum };
}

const textOf = ({ contract, symbolCode }: Pick<TokenKey, 'contract' | 'symbolCode'>): string =>
  `${contract}/${symbolCode}`;
const isBehind = (one: TokenKey, other: TokenKey): boolean =>
  one.contract > other.contract || (one.contract === other.contract && one.symbolCode > other.symbolCode);
/** A table of another contract may have other rows under the same name. */
const isSymbolCode = (key: bigint): boolean => symbolCodeOf(key << 8n) !== undefined;
