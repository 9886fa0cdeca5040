import { commandLineText, StartupError, stopOnSignals } from '@app/program';
import { DevchainLog } from './log';
import { DevchainSetupError, loadDevchainSettings } from './settings';

const EXIT_FAILURE = 1;

async function main(): Promise<void> {
  const text = commandLineText(process.argv.slice(2), {
    name: 'Development chain',
    folder: __dirname,
    settings: 'see docs/reference/development-chain.md',
  });
  if (text !== undefined) {
    console.log(text);
    return;
  }
  const settings = loadDevchainSettings(process.env);
  // Loaded when it runs: neither the command line nor a wrong setting needs it.
  const { startDevchain } = await import('./start-devchain.js');
  const { DEPLOYED_CONTRACTS } = await import('./genesis/deployed-contracts.js');
  const { recoveryLine } = await import('./kernel/transactions/known-signatures.js');
  const log = new DevchainLog(settings.name, settings.logLevel ?? 'info', (line) => console.log(line));
  if (log.isEnabled('debug')) log.line('debug', recoveryLine());
  const devchain = await startDevchain(settings, {
    contracts: DEPLOYED_CONTRACTS,
    log: (line) => log.line('warn', line),
    ...(log.isEnabled('debug') ? { logMemory: (line) => log.line('debug', line) } : {}),
    ...(settings.logPushes && log.isEnabled('info')
      ? { logPush: (record) => log.line('info', 'transaction', record) }
      : {}),
  });
  const history = devchain.shipUrl === undefined ? '' : ` state_history ${devchain.shipUrl}`;
  let isStopping = false;
  stopOnSignals(() => {
    if (isStopping) return;
    isStopping = true;
    devchain.close().catch((error: unknown) => fail('The development chain did not end in order.', error));
  });
  // After the signals are handled: a reader of the line may send one at once.
  console.log(
    `devchain ${settings.name} listening on ${devchain.url} chain_id ${devchain.chain.chainId}${history}`,
  );
}

/**
 * Handles errors that no other code handled. A rejected promise belongs to one request: it is logged and
 * the chain continues. After an exception the state of the chain may be half written: the process ends at
 * once and leaves a kept chain as it was kept before.
 */
process.on('unhandledRejection', (error) => {
  console.error('unhandled promise rejection:', error);
});
process.on('uncaughtException', (error) => {
  console.error('uncaught exception:', error);
  process.exit(EXIT_FAILURE);
});

function fail(what: string, error: unknown): void {
  console.error(
    error instanceof DevchainSetupError || error instanceof StartupError
      ? `${what}\n${error.message}`
      : error,
  );
  process.exitCode = EXIT_FAILURE;
}

main().catch((error: unknown) => fail('The development chain cannot start.', error));
