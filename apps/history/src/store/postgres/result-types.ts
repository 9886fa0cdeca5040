import type { SqlValue } from '../sql/values';

/** Object ids of the types of results. Source: PostgreSQL, pg_type.dat. */
const READERS: Readonly<Record<number, (text: string) => SqlValue>> = {
  /** bytea_output = hex: `\\x` and the digits. */
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  20: BigInt,
  23: Number,
  701: Number,
};

/** Parsers of the results of the tables' types. pg reads texts only: its binary results are damaged. */
export const RESULT_TYPES = {
  getTypeParser: (oid: number) => {
    const read = READERS[oid];
    if (read === undefined) throw new TypeError(`a result has the type ${oid}`);
    return read;
  },
};
