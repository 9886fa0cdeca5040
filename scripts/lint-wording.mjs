// `npm run lint:wording`: fails on comments, test titles and headings whose subject is "what" or "who", and on the
// terms of wording/words.json, in every tracked .ts, .mjs and .md file. Generated code has the texts of its sources.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findingsOf } from './wording/findings.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.mjs', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && !file.includes('/generated/') && existsSync(path.join(ROOT, file)));
for (const file of tracked)
  for (const { line, problem } of findingsOf(file, readFileSync(path.join(ROOT, file), 'utf8'))) {
    process.stderr.write(`${file}:${line} ${problem}\n`);
    process.exitCode = 1;
  }
