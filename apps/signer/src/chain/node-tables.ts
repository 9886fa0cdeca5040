import type { ChainToken, Layout } from '@app/client';
import { z } from 'zod';
import type { Policy } from '../policy/policy';
import type { RuleTable } from '../policy/rule-tables';
import { Refusal } from '../refusal';
import { askNode, layoutsAt, reasonText } from './own-nodes';

/** Where rows of a table are looked for. */
export interface RowSearch {
  /** Value of `{pair}` in the scope. */
  readonly pair?: string;
  /** Only rows of this account, by the index of the table. */
  readonly account?: string;
  /** Only the row with this primary key. */
  readonly key?: string;
}

const PAGE = 1000;
/** A longer table is not read before a signature: the call is refused. */
const MOST_PAGES = 20;
const page = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  more: z.boolean().or(z.string()).or(z.number()),
  next_key: z.string().optional(),
});
export type Row = z.infer<typeof page>['rows'][number];

/** The tables of one node. */
export class NodeTables {
  constructor(
    private readonly node: string,
    private readonly profile: Policy['profile'],
  ) {}

  /** @throws Error where the node does not answer, or not whole */
  async rows(name: RuleTable, { pair = '', account, key }: RowSearch = {}): Promise<Row[]> {
    const entry = this.profile.tables?.[name];
    if (entry === undefined) throw new Refusal('nodes', `the profile has no table ${name}`);
    const scope = entry.scope.replace(/\{([a-z_]+)\}/g, (_, role: string) =>
      role === 'pair' ? pair : (this.profile.accounts[role] ?? ''),
    );
    if (account !== undefined && entry.account_index === undefined)
      throw new Refusal('nodes', `the profile has no account_index of ${name}`);
    const wanted = account ?? key;
    const bounds = wanted === undefined ? {} : { lower_bound: wanted, upper_bound: wanted };
    const index = {
      ...(wanted !== undefined && { key_type: 'name' }),
      ...(account !== undefined && { index_position: entry.account_index }),
    };
    const code = this.profile.accounts[entry.code] ?? '';
    const rows: Row[] = [];
    let from: object = bounds;
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const body = { code, table: entry.table, scope, json: true, limit: PAGE, ...index, ...bounds, ...from };
      const answer = page.parse(await askNode(this.node, 'get_table_rows', body));
      rows.push(...answer.rows);
      if (answer.more === false || answer.more === '' || answer.more === 0) return rows;
      from = { lower_bound: answer.next_key };
    }
    throw new Refusal('nodes', `the table ${name} is too long to be read before a signature`);
  }

  /** Layouts of the actions of contracts, by `account::action`. */
  layouts(contracts: readonly string[]): Promise<Record<string, Layout>> {
    return layoutsAt(this.node, contracts);
  }

  /** Units that an account has of a token. */
  async balance({ contract, symbol, precision }: ChainToken, account: string): Promise<bigint> {
    const answer = await askNode(this.node, 'get_currency_balance', { code: contract, account, symbol });
    const [text] = z.array(z.string()).parse(answer);
    return text === undefined ? 0n : assetUnits(text, { contract, symbol, precision });
  }
}

/** Units of an asset such as `1.00000000 USDT`. Throws RangeError for one of another token. */
export function assetUnits(text: unknown, { symbol, precision }: ChainToken): bigint {
  const [, whole = '', fraction = '', code] = /^(\d+)(?:\.(\d+))? ([A-Z]+)$/.exec(String(text)) ?? [];
  if (whole === '' || fraction.length !== precision || code !== symbol)
    throw new RangeError(`${JSON.stringify(text)} is no amount of ${symbol}`);
  return BigInt(whole + fraction);
}

/**
 * The answers of the owner's nodes to one question, each by itself: a rule must hold for all of them. More than half of
 * the nodes must answer: two of two or of three.
 * @param checked nodes of the policy whose head was read before, and is of now: no other one is asked
 * @throws Refusal
 */
export async function factsOf<T>(
  { file: { nodes }, profile }: Policy,
  checked: readonly string[],
  ask: (tables: NodeTables) => Promise<T>,
): Promise<T[]> {
  const answers = await Promise.allSettled(checked.map((node) => ask(new NodeTables(node, profile))));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  if (2 * found.length > nodes.length) return found;
  const cause = answers.find((answer) => answer.status === 'rejected')?.reason as unknown;
  throw new Refusal(
    'nodes',
    `${found.length} of ${nodes.length} nodes state what the rule needs${reasonText(cause)}`,
    {
      cause,
    },
  );
}
