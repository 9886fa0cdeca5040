// A block of a chosen size on the development chain.
import { Pool } from 'undici';
import { call, pushAll, signedTransfers } from './signed.mjs';

const ATTEMPTS = 20;
const MOST_TRANSFERS = 2_000;
/** Blocks that a burst of transfers may be in. */
const NEWEST = 8;

/** Number of a block of as many bytes in JSON, made of transfers. */
export async function largeBlock(chainUrl, { least, most }) {
  const pool = new Pool(chainUrl, { connections: 16 });
  try {
    let count = 300;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const transfers = Array.from({ length: count }, (_, index) => ({
        ...{ contract: 'btc.token', from: 'alice', to: 'bob', quantity: '0.00000001 BTC' },
        memo: `block ${attempt} ${index}`,
      }));
      await pushAll(pool, await signedTransfers(pool, transfers));
      const { head_block_num: head } = await call(pool, '/v1/chain/get_info');
      let largest = 1;
      for (let number = head; number > head - NEWEST; number -= 1) {
        const block = await call(pool, '/v1/chain/get_block', { block_num_or_id: number });
        const { length } = JSON.stringify(block);
        if (length >= least && length <= most) return number;
        largest = Math.max(largest, length);
      }
      // How many transfers meet in one block depends on the speed of the machine.
      count = Math.min(MOST_TRANSFERS, Math.ceil((count * (least + most)) / 2 / largest));
    }
  } finally {
    await pool.close();
  }
  throw new Error(`no block of ${least} to ${most} bytes was made`);
}
