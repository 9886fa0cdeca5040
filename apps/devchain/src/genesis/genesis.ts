import type { PackedAction } from '@app/antelope';
import { actionOf } from '../client/action';
import { MULTISIG } from '../contracts/shared/account-names';
import { systemContract } from '../contracts/system/contract';
import { setpriv } from '../contracts/system/limits';
import { createTokenContract } from '../contracts/token/contract';
import { Chain } from '../kernel/chain';
import type { ChainOptions } from '../kernel/chain-options';
import { publicKeyOf } from '../kernel/keys/keys';
import { type ChainConfig, DEFAULT_CHAIN_CONFIG } from '../kernel/state/chain-config';
import type { Contract } from '../kernel/sdk/contract';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import { fundedAccounts, PRODUCERS, systemKey } from './accounts';
import { type DevelopmentAccount, developmentAccount } from './development-account';
import { developmentKey } from '../client/development-key';
import { lendingLaunch } from './lending-launch';
import { genesisTransactions } from './setup';
import { InProcessClient } from '../client/in-process-client';
import { GENESIS_TOKENS } from './tokens';
import { BLOCK_INTERVAL_MS } from '../kernel/blocks/slots';

/** Lets the multisig contract act for those who approved; nothing on a chain without it. */
function multisigLaunch(contracts: readonly Contract[]): PackedAction[][] {
  if (!contracts.some(({ account }) => account === MULTISIG)) return [];
  return [[actionOf(SYSTEM_ACCOUNT, setpriv, { account: MULTISIG, is_priv: 1 }, SYSTEM_ACCOUNT)]];
}

/** Fixed, so that the chain id depends on the seed alone and stays the same from start to start. */
const GENESIS_TIME_MS = Date.parse('2025-01-01T00:00:00Z');

export interface GenesisOptions extends Pick<
  ChainOptions,
  'now' | 'finalityDepth' | 'maxBlockLogBytes' | 'maxStatuses'
> {
  /** All keys and the chain id are derived from it. */
  readonly seed: string;
  /** Contracts beside the system's and the tokens'. */
  readonly contracts?: readonly Contract[];
  readonly config?: Partial<ChainConfig>;
  /** Called with the chain before its first transaction, for those who must not miss any. */
  readonly prepare?: (chain: Chain) => void;
}

export interface DevelopmentChain {
  readonly chain: Chain;
  /** The secondary indexes of all tables of contracts. */
  readonly indexes: readonly string[];
  readonly accounts: readonly DevelopmentAccount[];
}

/** A chain with its contracts, tokens and funded accounts, all in block 2. It does not tick yet: `chain.start()`. */
export function createDevelopmentChain({
  seed,
  contracts = [],
  config,
  prepare,
  ...options
}: GenesisOptions): DevelopmentChain {
  const key = systemKey(seed);
  const people = fundedAccounts(seed);
  const tokenAccounts = new Set(GENESIS_TOKENS.map(({ contract }) => contract));
  const code = [systemContract, ...[...tokenAccounts].map(createTokenContract), ...contracts];
  const chain = new Chain({
    ...options,
    genesis: {
      initialTimeMs: GENESIS_TIME_MS,
      initialKey: publicKeyOf(key),
      config: { ...DEFAULT_CHAIN_CONFIG, ...config },
    },
    producerKey: key,
    additionalProducerKeys: PRODUCERS.map((name) => developmentKey(seed, name)),
    contracts: code,
  });
  prepare?.(chain);
  chain.openBlockAt(GENESIS_TIME_MS + BLOCK_INTERVAL_MS);
  const client = new InProcessClient(chain, { seed, accounts: people.map(({ name }) => name) });
  const transactions = [
    ...genesisTransactions(people, code),
    ...lendingLaunch(people, code),
    ...multisigLaunch(code),
  ];
  for (const actions of transactions) client.push(actions, { header: { max_net_usage_words: 0 } });
  chain.produceBlock();
  return {
    chain,
    indexes: code.flatMap(({ account, indexes }) => indexes.map((index) => `${account} ${index}`)),
    accounts: [
      ...people.map((person) => developmentAccount(person, person.permissions)),
      developmentAccount({ name: SYSTEM_ACCOUNT, key }),
    ],
  };
}
