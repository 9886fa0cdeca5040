import { jsonOf } from '@app/antelope';
import { z } from 'zod';
import { identified } from '../../identified';
import type { PushedTransaction } from '../../send';

/** A watched push as replicas have it in common. */
export interface WatchRecord {
  readonly transaction: Pick<PushedTransaction, 'id' | 'life' | 'path' | 'body'>;
  /** Addresses of the nodes that said that they have it. */
  readonly acknowledged: ReadonlySet<string>;
  /** Head of the network before it was sent. */
  readonly headBlock: number;
}

/** The routes of a node that take one transaction. */
const PATHS = [
  '/v1/chain/send_transaction',
  '/v1/chain/send_transaction2',
  '/v1/chain/push_transaction',
] as const;
const MAX_NODES = 64;
const MAX_ADDRESS = 1_024;

const headSchema = z.strictObject({
  path: z.enum(PATHS),
  head: z.int().nonnegative(),
  nodes: z.array(z.string().max(MAX_ADDRESS)).max(MAX_NODES),
});

/** A line of JSON, then the body as it is sent to nodes. Pure. */
export function textOfRecord({ transaction: { path, body }, acknowledged, headBlock }: WatchRecord): string {
  const head = { path, head: headBlock, nodes: [...acknowledged].slice(0, MAX_NODES) };
  return `${JSON.stringify(head)}\n${typeof body === 'string' ? body : Buffer.from(body).toString('utf8')}`;
}

/**
 * Reads a record. Its life is that of the bytes, whatever else it says. Pure.
 * @returns undefined where the body is not the transaction of this id, or the route takes none
 */
export function recordIn(text: string, id: string): WatchRecord | undefined {
  const end = text.indexOf('\n');
  const head = headSchema.safeParse(jsonOf(text.slice(0, Math.max(0, end))));
  if (!head.success) return undefined;
  const body = text.slice(end + 1);
  const known = identified(Buffer.from(body));
  if (known?.id !== id) return undefined;
  const { path, head: headBlock, nodes } = head.data;
  return { transaction: { ...known, path, body }, acknowledged: new Set(nodes), headBlock };
}
