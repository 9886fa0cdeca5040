import { startDevchain } from './api/start-devchain';
import { DEPLOYED_CONTRACTS } from './genesis/deployed-contracts';
import { DevchainSetupError, loadDevchainSettings } from './settings';

const EXIT_FAILURE = 1;

async function main(): Promise<void> {
  const settings = loadDevchainSettings(process.env);
  const devchain = await startDevchain(settings, {
    contracts: DEPLOYED_CONTRACTS,
    log: (line) => console.log(line),
  });
  console.log(`devchain ${settings.name} listening on ${devchain.url} chain_id ${devchain.chain.chainId}`);
  const stop = (): void => {
    // A second signal while closing ends the process at once.
    process.once('SIGINT', () => process.exit(EXIT_FAILURE));
    process.once('SIGTERM', () => process.exit(EXIT_FAILURE));
    devchain.close().catch((error: unknown) => fail('The development chain did not end in order.', error));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(what: string, error: unknown): void {
  console.error(error instanceof DevchainSetupError ? `${what}\n${error.message}` : error);
  process.exitCode = EXIT_FAILURE;
}

main().catch((error: unknown) => fail('The development chain cannot start.', error));
