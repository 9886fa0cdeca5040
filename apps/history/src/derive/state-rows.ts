/** Rows of one table of the state, in the binary form of state history (the row data of a `table_delta`), all present. */
export interface StateRows {
  readonly table: string;
  readonly rows: readonly Uint8Array[];
}

/** The whole state of a chain at one block, in parts of bounded size, each table's rows together. */
export type StateStream = AsyncIterable<StateRows>;
