// Writes false values to the keys of replicas, as a program does that shares their Redis and does not know the secret.
import { Redis } from 'ioredis';

const FALSE_HEADS = ['99999999999', `99999999999:${Date.now()}:${'A'.repeat(43)}`];

/** @returns the number of values */
export async function falsify({ url }) {
  const redis = new Redis(url);
  let values = 0;
  for (const [index, key] of ['ctg:head:mainnet', 'ctg:heads:mainnet'].entries()) {
    await redis.set(key, FALSE_HEADS[index]);
    values += 1;
  }
  for (const key of await redis.keys('ctg:{answers}*'))
    if ((await redis.type(key)) === 'string') {
      await redis.set(key, JSON.stringify({ status: 101, evil: 1 }));
      values += 1;
    }
  await redis.quit();
  return values;
}
