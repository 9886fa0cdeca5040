import { jsonOf } from '@app/antelope';
import { z } from 'zod';

const entry = z.object({ processed: z.object({ block_num: z.int().positive() }) });

/** Newest block that the answer to a push names; null where it names none. */
export function pushedBlock(bytes: Buffer): number | null {
  // Bytes that are no JSON are of a proxy of the node.
  const blocks = [jsonOf(bytes.toString('utf8'))].flat().flatMap((answer) => {
    const { data } = entry.safeParse(answer);
    return data === undefined ? [] : [data.processed.block_num];
  });
  return blocks.length === 0 ? null : Math.max(...blocks);
}
