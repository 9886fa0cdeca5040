import { createDevelopmentChain, type DevelopmentAccount } from '../genesis/genesis';
import { GENESIS_TOKENS } from '../genesis/tokens';
import type { Chain } from '../kernel/chain';
import type { Contract } from '../kernel/contract/contract';
import type { DevchainSettings } from '../settings';
import { memoryLine } from './memory-line';
import { serve } from './serve';
import { timeBudgets } from './time-budget';

export interface DevchainOptions {
  /** Milliseconds since 1970; the machine's clock unless a test has its own. */
  readonly now?: () => number;
  /** `manual`: only `chain.produceBlock()` makes blocks. */
  readonly blocks?: 'timed' | 'manual';
  /** Contracts beside the system's and the tokens'. */
  readonly contracts?: readonly Contract[];
  readonly log?: (line: string) => void;
}

/** A running development chain. */
export interface Devchain {
  /** Without a slash at the end. */
  readonly url: string;
  readonly chain: Chain;
  /** Funded accounts with their development keys. */
  readonly accounts: readonly DevelopmentAccount[];
  /** Ends blocks, then requests, then the listener. */
  close(): Promise<void>;
}

const MEMORY_LINE_MS = 60_000;
const BLOCK_INTERVAL_MS = 500;
const RECENT_BLOCKS = 20;

/** Makes the chain of the seed and serves it. Throws DevchainSetupError when it cannot listen. */
export async function startDevchain(
  settings: DevchainSettings,
  options: DevchainOptions = {},
): Promise<Devchain> {
  const { now = Date.now, blocks = 'timed', contracts, log = () => undefined } = options;
  const { chain, accounts } = createDevelopmentChain({ seed: settings.seed, now, contracts });
  catchUp(chain, now());
  const budget = timeBudgets(() => performance.now());
  const node = { chain, name: settings.name, coreSymbol: coreSymbol(), accounts, budget };
  const served = await serve(node, settings, log);
  if (blocks === 'timed') chain.start();
  const memoryTimer = setInterval(() => log(memoryLine(settings.name, chain)), MEMORY_LINE_MS);
  return {
    url: served.url,
    chain,
    accounts,
    close: () => {
      chain.stop();
      clearInterval(memoryTimer);
      return served.close();
    },
  };
}

/**
 * The genesis block is of a fixed time. A client that comes at once shall find a head of today, and so shall one that
 * counts time from some blocks before it or from the last irreversible one.
 */
function catchUp(chain: Chain, nowMs: number): void {
  for (let behind = RECENT_BLOCKS; behind >= 0; behind--) {
    chain.openBlockAt(nowMs - behind * BLOCK_INTERVAL_MS);
    chain.produceBlock();
  }
}

function coreSymbol(): string {
  const token = GENESIS_TOKENS.find(({ contract }) => contract === 'eosio.token');
  return token === undefined ? '' : `${String(token.precision)},${token.symbol}`;
}
