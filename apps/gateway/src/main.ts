import { commandLineText, SETTINGS_ROWS, StartupError } from '@app/program';

async function main(): Promise<void> {
  const text = commandLineText(process.argv.slice(2), {
    name: 'Chain Tool Gateway',
    folder: __dirname,
    settings: SETTINGS_ROWS,
  });
  if (text !== undefined) {
    console.log(text);
    return;
  }
  // Loaded when it runs: the command line needs none of it.
  const { runGateway } = await import('./run-gateway.js');
  console.log(await runGateway(process.env, end));
}

/** Ends the process. An error that came up while it stopped is printed. */
function end(exitCode: number, error?: unknown): void {
  if (error !== undefined) console.error(error);
  process.exit(exitCode);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? `The gateway cannot start.\n${error.message}` : error);
  process.exit(1);
});
