/** Members that an answer has beside those of a recorded node, which knew no ABIs. */
const ADDED = new Set([
  'query_time_ms',
  'cached',
  'lib',
  'last_indexed_block',
  'last_indexed_block_time',
  'hot_only',
  'total',
  'params',
]);

/** The text of an answer as a recorded node gave it: the same members in the same order. */
export const asRecorded = (answer: unknown): string =>
  JSON.stringify(answer, (member, value: unknown) => (ADDED.has(member) ? undefined : value));

/** An answer of a recorded node, and its request. */
export interface RecordedAnswer {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly answer: unknown;
}

/** A block as trace_api of a recorded node answered it. */
export interface TracedBlock {
  readonly id: string;
  readonly number: number;
  readonly transactions: readonly { readonly id: string; readonly block_num: number }[];
}
