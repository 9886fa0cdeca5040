import { commandLineText, StartupError, stopOnSignals } from '@app/program';
import { DevchainSetupError } from './settings';
import { loadChains } from './settings-of-chains';
import type { StartedChain } from './start-chain';

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
  const settings = loadChains(process.env);
  // Loaded when it runs: neither the command line nor a wrong setting needs it.
  const { startChain } = await import('./start-chain.js');
  const started: StartedChain[] = [];
  try {
    for (const each of settings) started.push(await startChain(each, (line) => console.log(line)));
  } catch (error) {
    await Promise.all(started.map(({ close }) => close()));
    throw error;
  }
  let isStopping = false;
  stopOnSignals(() => {
    if (isStopping) return;
    isStopping = true;
    for (const { close } of started)
      close().catch((error: unknown) => fail('The development chain did not end in order.', error));
  });
  // After the signals are handled: a reader of a line may send one at once.
  for (const { line } of started) console.log(line);
}

/**
 * Handles errors that no other code handled. A rejected promise belongs to one request: it is logged and
 * the chain continues. After an exception the state of a chain may be half written: the process ends at
 * once, with all of its chains, and leaves kept chains as they were kept before.
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
