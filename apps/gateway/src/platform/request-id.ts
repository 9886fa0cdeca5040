import { randomUUID } from 'node:crypto';

const SANE = /^[\w.:/+=-]{1,128}$/;

/** The id a request goes by in the answer and the log: the client's own when it is a sane one, else random. */
export function requestIdOf(offered: string | string[] | undefined): string {
  return typeof offered === 'string' && SANE.test(offered) ? offered : randomUUID();
}
