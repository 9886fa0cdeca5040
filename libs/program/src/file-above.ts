import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The nearest file of this name in `folder` or above it: programs find the files of their package beside themselves,
 * from any current folder. Undefined when no folder up to the root has it.
 */
export function fileAbove(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : fileAbove(parent, name);
}

/** As `fileAbove`, for a file that the program cannot do without. @throws Error naming it */
export function fileOfProgram(folder: string, name: string): string {
  const file = fileAbove(folder, name);
  if (file === undefined) throw new Error(`${name} is not in ${folder} or above it`);
  return file;
}
