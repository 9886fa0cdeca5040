// `npm run lint:wording`: fails on comments, test titles and headings whose subject is "what" or "who", and on the
// terms of wording/words.json, in every tracked .ts, .mjs and .md file. `-- --lower` writes the baseline of files
// that are not clean yet, and refuses to raise its total.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { differences, loweredBaseline } from './wording/baseline.mjs';
import { findingsOf } from './wording/findings.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const BASELINE = path.join(ROOT, 'scripts', 'wording', 'baseline.json');

const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.mjs', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
const findings = new Map(
  tracked
    .map((file) => [file, findingsOf(file, readFileSync(path.join(ROOT, file), 'utf8'))])
    .filter(([, found]) => found.length > 0),
);
const counts = Object.fromEntries([...findings].map(([file, found]) => [file, found.length]));
const baseline = JSON.parse(readFileSync(BASELINE, 'utf8'));

if (process.argv.includes('--lower')) {
  writeFileSync(BASELINE, `${JSON.stringify(loweredBaseline(counts, baseline), null, 2)}\n`);
} else {
  const wrong = differences(counts, baseline);
  for (const sentence of wrong) {
    const [file] = sentence.split(': ');
    process.stderr.write(`${sentence}\n`);
    for (const { line, problem } of findings.get(file) ?? [])
      process.stderr.write(`  ${file}:${line} ${problem}\n`);
  }
  if (wrong.length > 0) {
    process.stderr.write(
      'Fix the wording; then `npm run lint:wording -- --lower` writes a lower baseline.\n',
    );
    process.exit(1);
  }
}
