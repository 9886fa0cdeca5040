// The build arguments that stand before the first stage of the Dockerfile.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../setup/paths.mjs';

/** @returns their default values by name, those of the arguments above them filled in */
export function baseArguments() {
  const [head] = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8').split(/^FROM /m, 1);
  const values = {};
  for (const [, name, value] of head.matchAll(/^ARG (\w+)=(\S*)$/gm))
    values[name] = value.replaceAll(/\$\{(\w+)\}/g, (_match, other) => values[other] ?? '');
  return values;
}
