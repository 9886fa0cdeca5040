import type { CachedReply } from '@app/upstream';

const OK = 200;
const heads = new WeakMap<CachedReply, number>();

/** The head in an answer to get_info, read once; undefined in a refusal. */
export function headOfReply(reply: CachedReply): number | undefined {
  const known = heads.get(reply);
  if (known !== undefined || reply.status !== OK) return known;
  const { head_block_num: head } = JSON.parse(reply.bytes.toString('utf8')) as { head_block_num?: unknown };
  if (typeof head !== 'number') return undefined;
  heads.set(reply, head);
  return head;
}
