/** Whatever JSON can say: what nodes answer and what action data is written in. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
