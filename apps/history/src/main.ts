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
  console.log(await runHistoryNode(process.env, __dirname, { end, printError }));
}

const printError = (error: unknown): void => console.error(error);
const end = (exitCode: number): void => process.exit(exitCode);

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? `The history node cannot start.\n${error.message}` : error);
  process.exit(1);
});
