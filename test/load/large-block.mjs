// A block of a chosen size on the development chain.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { call, publishedKeys, signedTogether, transferAction } from './signed.mjs';

const ATTEMPTS = 8;
const POLL_MS = 50;

/** Number of a block of as many bytes in JSON, made of one transaction: how many meet in a block depends on the machine. */
export async function largeBlock(chainUrl, { least, most }) {
  const pool = new Pool(chainUrl, { connections: 1 });
  try {
    const keys = await publishedKeys(pool);
    let count = 100;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const transfers = Array.from({ length: count }, (_, index) =>
        transferAction({
          ...{ contract: 'btc.token', from: 'alice', to: 'bob', quantity: '0.00000001 BTC' },
          memo: `block ${attempt} ${index}`,
        }),
      );
      const transaction = await signedTogether(pool, transfers, keys);
      const { processed } = await call(pool, '/v1/chain/send_transaction', transaction);
      const length = await lengthOfBlock(pool, processed.block_num);
      if (length >= least && length <= most) return processed.block_num;
      count = Math.ceil((count * (least + most)) / 2 / length);
    }
  } finally {
    await pool.close();
  }
  throw new Error(`no block of ${least} to ${most} bytes was made`);
}

/** Waits for the block. */
async function lengthOfBlock(pool, number) {
  for (;;) {
    const { head_block_num: head } = await call(pool, '/v1/chain/get_info');
    if (head >= number) break;
    await delay(POLL_MS);
  }
  return JSON.stringify(await call(pool, '/v1/chain/get_block', { block_num_or_id: number })).length;
}
