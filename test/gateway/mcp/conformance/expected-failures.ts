import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Revision } from './run-suite';

/** Checks, by scenario and revision, that fail because one feature is not offered. */
interface NotOffered {
  readonly reason: string;
  readonly checks: Partial<Record<Revision, Readonly<Record<string, readonly string[]>>>>;
}

/** The checks of a revision that are expected to fail, by scenario. */
export function expectedFailures(revision: Revision): Record<string, readonly string[]> {
  const file = path.join(__dirname, 'expected-failures.yaml');
  const groups = parse(readFileSync(file, 'utf8')) as NotOffered[];
  return Object.fromEntries(groups.flatMap(({ checks }) => Object.entries(checks[revision] ?? {})));
}
