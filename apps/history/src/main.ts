import { commandLineText, StartupError } from '@app/program';
import { HISTORY_SETTINGS } from './settings.schema';

async function main(): Promise<void> {
  const text = commandLineText(process.argv.slice(2), {
    name: 'History node',
    folder: __dirname,
    settings: HISTORY_SETTINGS,
  });
  if (text !== undefined) {
    console.log(text);
    return;
  }
  // Loaded when it runs: the command line needs none of it.
  const { runHistoryNode } = await import('./run-history-node.js');
  console.log(await runHistoryNode(process.env, __dirname, end));
}

/** Ends the process. The error that stopped it, or came up while it stopped, is printed. */
function end(exitCode: number, error?: unknown): void {
  if (error !== undefined) console.error(error);
  process.exit(exitCode);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? `The history node cannot start.\n${error.message}` : error);
  process.exit(1);
});
