import type { HeadAnswer } from '@app/chain-tools';
import type { Network } from '../network/network';

/** An answer whose parts are read at one block: `make` reads them, and runs again where a block came meanwhile. */
export async function answerAtOneHead<A extends object>(
  network: Network,
  make: () => Promise<A>,
): Promise<HeadAnswer & A> {
  const { value, headBlock } = await network.chain.atOneHead(make);
  return { network: network.name, head_block_num: headBlock, ...value };
}
