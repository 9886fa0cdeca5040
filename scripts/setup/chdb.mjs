// ClickHouse within a process for the specs of the cold tier. Its library has 540 MB, so only they install it.
import path from 'node:path';
import { alone } from './setup-lock.mjs';
import { step } from './terminal.mjs';
import { installTool, isToolInstalled, toolHome } from './tools.mjs';

const TOOL = 'chdb';

/** The library is there for Linux with glibc on x64. */
export const canInstallChdb = () =>
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  process.report.getReport().header.glibcVersionRuntime !== undefined;

/** Resolves to the folder of the package. */
export async function ensureChdb() {
  if (!isToolInstalled(TOOL))
    await alone(
      () =>
        isToolInstalled(TOOL)
          ? undefined
          : step('Installing an embedded ClickHouse (once)', () => installTool(TOOL)),
      TOOL,
    );
  return path.join(toolHome(TOOL), 'node_modules', 'chdb');
}
