import { deflateSync } from 'node:zlib';
import { packTransaction, type Transaction } from '@app/antelope';
import { pushItems } from './push-items';

/** Of one transaction without compression. */
const MAX_BYTES = 2_097_152;
const SMALL: Transaction = {
  ...{ expiration: '2026-11-21T12:00:00', ref_block_num: 1, ref_block_prefix: 1 },
  ...{ max_net_usage_words: 0, max_cpu_usage_ms: 0, delay_sec: 0 },
  ...{ context_free_actions: [], actions: [], transaction_extensions: [] },
};
const withData = (bytes: number): Transaction => ({
  ...SMALL,
  actions: [{ account: 'dex', name: 'fill', authorization: [], data: '00'.repeat(bytes) }],
});
/** Of data a little smaller than a transaction may be. */
const DATA_BYTES = MAX_BYTES - 1_000;
const LARGEST = withData(MAX_BYTES - (packTransaction(withData(DATA_BYTES)).length - DATA_BYTES));

const entry = (compression: 'none' | 'zlib', transaction: Transaction) => {
  const plain = packTransaction(transaction);
  const packed = compression === 'zlib' ? deflateSync(plain) : plain;
  return { signatures: [], compression, packed_trx: Buffer.from(packed).toString('hex') };
};
const read = async (...list: readonly object[]) => {
  const known = await pushItems(Buffer.from(JSON.stringify(list)), list);
  return known && { items: known.items.length, isWhole: known.isWhole };
};

describe('pushItems', () => {
  const largest = entry('zlib', LARGEST);

  it('pushItems reads compressed transactions up to 4 MiB together', async () => {
    expect(packTransaction(LARGEST)).toHaveLength(MAX_BYTES);
    expect(await read(largest, largest, entry('none', SMALL))).toEqual({ items: 3, isWhole: true });
  });

  it('pushItems ends before a compressed transaction once 4 MiB are used up exactly', async () => {
    const small = entry('zlib', SMALL);
    expect(await read(largest, largest, small)).toEqual({ items: 2, isWhole: false });
  });

  it('pushItems ends before a compressed transaction behind larger ones without compression', async () => {
    const plain = entry('none', LARGEST);
    const small = entry('zlib', SMALL);
    expect(await read(plain, plain, plain, small)).toEqual({ items: 3, isWhole: false });
  });
});
