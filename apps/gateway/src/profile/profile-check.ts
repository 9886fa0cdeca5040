import { argv, env, exit, stderr, stdout } from 'node:process';
import { format, parseArgs } from 'node:util';
import { checkProfile, NetworkNotConfiguredError, Networks, type NetworkConfig } from '@app/networks';
import { loadSettings, systemClock } from '@app/operations';
import { StartupError } from '@app/program';
import {
  Chains,
  NodeAnswerError,
  NodesDisagreeError,
  UnconfirmedAnswerError,
  UpstreamUnavailableError,
} from '@app/upstream';
import { foundNetworks } from '../chains/found-networks';
import { readChainFacts } from './chain-facts';
import { profileCheckTable } from './profile-check-table';
import { initProfile } from './profile-init';
import { checkPublishedEntries } from './published-entries';

const FOR_THE_OPERATOR = [
  StartupError,
  NetworkNotConfiguredError,
  UpstreamUnavailableError,
  NodeAnswerError,
  NodesDisagreeError,
  UnconfirmedAnswerError,
  // The error type of parseArgs.
  TypeError,
];

/** Accounts that often hold tokens, for a draft without --token. */
const USUAL_TOKENS = ['eosio.token', 'btc.token', 'usdt.token'];

/**
 * `npm run profile:check -- --network mainnet` checks a profile against its chain and prints every entry;
 * `--init http://node:8888` writes the files for a chain instead.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      network: { type: 'string' },
      init: { type: 'string' },
      token: { type: 'string', multiple: true, default: USUAL_TOKENS },
      contract: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: 'my-chain' },
    },
  });
  if (values.init !== undefined) return writeDraft(values.init, values);
  const { networksFile, devchainPort, nodeEnv, affectedSet } = loadSettings(env);
  const isProduction = nodeEnv === 'production';
  const networks = await foundNetworks(Networks.load({ networksFile, devchainPort, isProduction }));
  const chosen = values.network === undefined ? networks.all() : [networks.of(values.network)];
  const chains = new Chains(networks, { clock: systemClock });
  try {
    let mismatches = 0;
    for (const network of chosen) mismatches += await printCheck(network, chains, affectedSet.timeoutMs);
    return mismatches === 0 ? 0 : 1;
  } finally {
    await chains.close();
  }
}

async function writeDraft(
  nodeUrl: string,
  { token: tokens, contract: contracts, out: folder }: { token: string[]; contract: string[]; out: string },
): Promise<number> {
  const files = await initProfile({ nodeUrl, tokens, contracts, folder });
  for (const file of files) stdout.write(`wrote ${file}\n`);
  stdout.write(`check it: NETWORKS_FILE=${files[0] ?? ''} npm run profile:check\n`);
  return 0;
}

async function printCheck(network: NetworkConfig, chains: Chains, timeoutMs: number): Promise<number> {
  const { name, profile } = network;
  const rows = [
    ...checkProfile(profile, await readChainFacts(chains.of(name), profile)),
    ...(await checkPublishedEntries(network, timeoutMs)),
  ];
  const mismatches = rows.filter(({ ok }) => !ok).length;
  stdout.write(`${name} against ${profile.file}\n${profileCheckTable(rows)}`);
  stdout.write(`${rows.length - mismatches} of ${rows.length} entries match the chain\n`);
  const leftOut = profile.leftOut();
  if (leftOut.length > 0)
    stdout.write(`${leftOut.length} entries are left out; tools that need them refuse\n`);
  stdout.write('\n');
  return mismatches;
}

main().then(exit, (error: unknown) => {
  const isForOperator = FOR_THE_OPERATOR.some((type) => error instanceof type);
  stderr.write(`${isForOperator ? (error as Error).message : format(error)}\n`);
  exit(2);
});
