/** Which rows to read; everything beyond the first three has the node's own default. */
export interface TableRowsQuery {
  readonly code: string;
  readonly scope: string;
  readonly table: string;
  readonly limit?: number;
  readonly lower_bound?: string;
  readonly upper_bound?: string;
  readonly index_position?: string;
  readonly key_type?: string;
  readonly reverse?: boolean;
}

/** Which scopes of a contract to read. */
export interface ScopesQuery {
  readonly code: string;
  readonly table?: string;
  readonly lower_bound?: string;
  readonly upper_bound?: string;
  readonly limit?: number;
}
