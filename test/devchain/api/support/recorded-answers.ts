import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer, ErrorBody } from '../../../harness/node/node-client';

/** An answer as it was recorded: of a refusal only what says why. */
export type RecordedAnswer = Readonly<Record<string, unknown>>;

const FILE = path.resolve(__dirname, '../../../fixtures/nodeos/answers.json');

/** The recorded answers of a real node, by label. */
export function readRecordedAnswers(): Readonly<Record<string, RecordedAnswer>> {
  return withoutBlockNumbers(JSON.parse(readFileSync(FILE, 'utf8'))) as Record<string, RecordedAnswer>;
}

/**
 * The recording left the number of a block in two places, where it is a fact of the recorded chain: how many blocks it
 * had when its features were activated, and which one held the transfer.
 */
function withoutBlockNumbers(recorded: unknown): unknown {
  return JSON.parse(JSON.stringify(recorded), (member, value: unknown) => {
    if (member === 'activation_block_num') return ANY_VALUE;
    return typeof value === 'string'
      ? value.replace(/(?<=^Could not find reversible block: )\d+$/, NUMBER)
      : value;
  });
}

/** An answer in the form of the recording. */
export function inRecordedForm({ status, json }: Answer<unknown>): RecordedAnswer {
  if (status < 300) return { status, body: json };
  const { code, message, error } = json as ErrorBody;
  const { code: number, name, what, details } = error;
  return { status, code: number, name, what, message: details[0]?.message, outer: [code, message] };
}

/** Counters, resource figures and chain names: the member must exist, its value is not compared. */
const ANY_VALUE = '<n>';
const NUMBER = '<number>';

/** The marks of the recording and what may stand in their place. Nothing else of an answer is set aside. */
const MARKS: Readonly<Record<string, string>> = {
  // Ids and digests hold the time, the keys and the history of their chain.
  '<hash>': '[0-9a-f]{64}',
  // Each run has its own clock.
  '<time>': String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?`,
  // The scenario makes its own keys, and a signature holds an id.
  '<key>': 'EOS[1-9A-HJ-NP-Za-km-z]{50}',
  '<sig>': 'SIG_K1_[1-9A-HJ-NP-Za-km-z]{80,}',
  // Places in a source.
  '<src>': '.*',
  // A block number within a text.
  [NUMBER]: String.raw`\d+`,
};

/** `ours` with the marks of `recorded` wherever ours has a value that they stand for. */
export function marked(recorded: unknown, ours: unknown): unknown {
  if (recorded === ANY_VALUE) return ours === undefined || ours === null ? ours : ANY_VALUE;
  if (typeof recorded === 'string' && typeof ours === 'string') {
    return patternOf(recorded).test(ours) ? recorded : ours;
  }
  if (Array.isArray(recorded) && Array.isArray(ours))
    return ours.map((item, at) => marked(recorded[at], item));
  if (isObject(recorded) && isObject(ours)) {
    return Object.fromEntries(
      Object.entries(ours).map(([member, value]) => [member, marked(recorded[member], value)]),
    );
  }
  return ours;
}

function patternOf(text: string): RegExp {
  const parts = text
    .split(/(<[a-z]+>)/)
    .map((part) => MARKS[part] ?? part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('')}$`, 's');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
