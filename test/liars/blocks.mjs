// Reads blocks while a node lies. The gateway may keep these answers, so they have to be true afterwards.

const BLOCKS = 12;
/** Times that a block is asked for: each replica is asked. */
const TIMES = 6;

async function post(url, path, body) {
  const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
}

const blockAt = (url, number) => post(url, '/v1/chain/get_block', { block_num_or_id: number });

/** Reads the newest blocks and some older ones. @returns their numbers */
export async function blocksOf(url, chainUrl) {
  const { head_block_num: head } = await post(chainUrl, '/v1/chain/get_info', {});
  const numbers = Array.from({ length: BLOCKS }, (_, index) => Math.max(2, head - index * 2));
  for (const number of numbers) for (let time = 0; time < TIMES; time += 1) await blockAt(url, number);
  return numbers;
}

/** How many answers about these blocks are not those of the chain. */
export async function falseBlocks(numbers, url, chainUrl) {
  let wrong = 0;
  for (const number of numbers) {
    const { id, producer } = await blockAt(chainUrl, number);
    for (let time = 0; time < TIMES; time += 1) {
      const said = await blockAt(url, number);
      if (said.id !== id || said.producer !== producer) wrong += 1;
    }
  }
  return wrong;
}
