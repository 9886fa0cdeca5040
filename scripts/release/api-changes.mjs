// Compares the API document with that of the last release.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SEVERITIES = path.join(import.meta.dirname, 'api-severities.txt');
/** A removed schema is reported at each of its uses. */
const MAX_OUTPUT = 64 << 20;

const majorOf = (file) => Number(JSON.parse(readFileSync(file, 'utf8')).info.version.split('.')[0]);

/** The lines that name a change; warnings are changes that break some callers. */
const changesIn = (output) => output.split('\n').filter((line) => /^(?:error|warning) /.test(line));

/** Resolves to the breaking changes, one line for each. @throws Error when the documents cannot be compared */
async function breakingChanges(oasdiff, base, revision) {
  const rules = ['--severity-levels', SEVERITIES, '--flatten-allof', '--allow-external-refs=false'];
  const output = ['--fail-on', 'WARN', '--format', 'singleline', '--color', 'never'];
  const options = { maxBuffer: MAX_OUTPUT };
  try {
    await run(oasdiff, ['breaking', base, revision, ...rules, ...output], options);
    return [];
  } catch (error) {
    const changes = changesIn(error.stdout ?? '');
    if (error.code === 1 && changes.length > 0) return changes;
    throw new Error(`oasdiff: ${error.stderr || error.message}`, { cause: error });
  }
}

/**
 * @param oasdiff path of the program
 * @param base the document of the last release
 * @param revision the present document
 * @returns `changes`: the breaking ones; `isAllowed`: there are none, or the major version is higher
 */
export async function compareApi(oasdiff, base, revision) {
  const changes = await breakingChanges(oasdiff, base, revision);
  return { changes, isAllowed: changes.length === 0 || majorOf(revision) > majorOf(base) };
}
