import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { API_DOCUMENT } from '../harness/api-document';
import { faultsOf, type IsTruthful, sent } from './faults-of';
import type { FuzzRequest, OpenApi } from './random-requests';

const ROOT = path.resolve(__dirname, '../..');
const CORPUS = path.join(ROOT, 'test/fuzz/corpus');
const AT_ONCE = 8;
const MOST_FINDINGS = 10;

/** The document of all routes. */
export const API = JSON.parse(readFileSync(API_DOCUMENT, 'utf8')) as OpenApi;
/** By `npm run fuzz`; otherwise the same requests and lies in each run. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);
/** Of each spec file; 0: the short form. */
export const MINUTES = Number(process.env.FUZZ_MINUTES ?? 0);

/** A broken rule, with what broke it. */
export interface Finding {
  /** The part that was random. */
  readonly kind: 'requests' | 'state history' | 'redis';
  readonly seed: number;
  readonly faults: readonly string[];
  readonly request?: FuzzRequest;
  readonly answer?: string;
}

const kept = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    name,
    finding: JSON.parse(readFileSync(path.join(CORPUS, name), 'utf8')) as Finding,
  }));

/** The requests that once found a defect, by the names of their files. */
export const KEPT_REQUESTS = kept.flatMap(({ name, finding: { request } }) =>
  request === undefined ? [] : [{ name, request }],
);

/** The seeds that once found a defect, by the names of their files. */
export const keptSeeds = (kind: Finding['kind']): { readonly name: string; readonly seed: number }[] =>
  kept.flatMap(({ name, finding }) =>
    finding.kind === kind && finding.request === undefined ? [{ name, seed: finding.seed }] : [],
  );

/** Prints a finding, and writes it into the corpus for the next run. */
export function keep(finding: Finding, number: number): Finding {
  mkdirSync(CORPUS, { recursive: true });
  writeFileSync(
    path.join(CORPUS, `${finding.kind.replace(' ', '-')}-${finding.seed}-${number}.json`),
    `${JSON.stringify(finding, null, 2)}\n`,
  );
  process.stdout.write(`${JSON.stringify(finding)}\n`);
  return finding;
}

/** Runs until so many runs and so many minutes are over. @param run its number; true ends it earlier */
export async function repeat(
  least: number,
  minutes: number,
  run: (number: number) => Promise<boolean>,
): Promise<void> {
  const endMs = performance.now() + minutes * 60_000;
  for (let number = 0; number < least || performance.now() < endMs; number += 1)
    if (await run(number)) return;
}

/** Sends random requests, some at a time, and keeps what they find. */
export async function fuzzRequests(
  url: string,
  requests: { next(): FuzzRequest; answered?(answer: string): void },
  isTruthful: IsTruthful,
  { seed, least, minutes }: { readonly seed: number; readonly least: number; readonly minutes: number },
): Promise<Finding[]> {
  const port = Number(new URL(url).port);
  const findings: Finding[] = [];
  await repeat(least / AT_ONCE, minutes, async () => {
    const batch = Array.from({ length: AT_ONCE }, () => requests.next());
    const answers = await Promise.all(batch.map((request) => sent(port, request)));
    for (const [index, request] of batch.entries()) {
      const answer = answers[index] ?? '';
      requests.answered?.(answer);
      const faults = faultsOf(request, answer, isTruthful);
      const finding = { kind: 'requests', seed, faults, request, answer: answer.slice(0, 2_000) } as const;
      if (faults.length > 0) findings.push(keep(finding, findings.length));
    }
    return findings.length > MOST_FINDINGS;
  });
  return findings;
}
