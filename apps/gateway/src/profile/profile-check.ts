import { argv, env, exit, stderr, stdout } from 'node:process';
import { format, parseArgs } from 'node:util';
import { checkProfile, NetworkNotConfiguredError, Networks, type NetworkConfig } from '@app/networks';
import { loadSettings, systemClock } from '@app/operations';
import { StartupError } from '@app/program';
import { Chains, NodeAnswerError, UpstreamUnavailableError } from '@app/upstream';
import { readChainFacts } from './chain-facts';
import { profileCheckTable } from './profile-check-table';

const FOR_THE_OPERATOR = [
  StartupError,
  NetworkNotConfiguredError,
  UpstreamUnavailableError,
  NodeAnswerError,
  // The error type of parseArgs.
  TypeError,
];

/** `npm run profile:check -- --network mainnet`: checks a profile against its chain and prints every entry. */
async function main(): Promise<number> {
  const { values } = parseArgs({ args: argv.slice(2), options: { network: { type: 'string' } } });
  const { networksFile, devchainPort, nodeEnv } = loadSettings(env);
  const networks = Networks.load({ networksFile, devchainPort, isProduction: nodeEnv === 'production' });
  const chosen = values.network === undefined ? networks.all() : [networks.of(values.network)];
  const chains = new Chains(networks, { clock: systemClock });
  try {
    let mismatches = 0;
    for (const network of chosen) mismatches += await printCheck(network, chains);
    return mismatches === 0 ? 0 : 1;
  } finally {
    await chains.close();
  }
}

async function printCheck({ name, profile }: NetworkConfig, chains: Chains): Promise<number> {
  const rows = checkProfile(profile, await readChainFacts(chains.of(name), profile));
  const mismatches = rows.filter(({ ok }) => !ok).length;
  stdout.write(`${name} against ${profile.file}\n${profileCheckTable(rows)}`);
  stdout.write(`${rows.length - mismatches} of ${rows.length} entries match the chain\n\n`);
  return mismatches;
}

main().then(exit, (error: unknown) => {
  const isForOperator = FOR_THE_OPERATOR.some((type) => error instanceof type);
  stderr.write(`${isForOperator ? (error as Error).message : format(error)}\n`);
  exit(2);
});
