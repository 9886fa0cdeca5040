import { z } from 'zod';

const entry = z.object({ processed: z.object({ block_num: z.int().positive() }) });

/** Newest block that the answer to a push names; null where it names none. */
export function pushedBlock(bytes: Buffer): number | null {
  const blocks = [parsed(bytes)].flat().flatMap((answer) => {
    const { data } = entry.safeParse(answer);
    return data === undefined ? [] : [data.processed.block_num];
  });
  return blocks.length === 0 ? null : Math.max(...blocks);
}

/** Undefined for bytes that are no JSON: a proxy of the node wrote them. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
