import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const NAMED = /`([\w./-]+\.spec\.ts)`: "([^"]+)"/g;

/** Rows of the threat model: the gain, and the tests that show that it is denied. */
function rowsOfThreatModel(): { gain: string; shownBy: string }[] {
  const page = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');
  const [, section = ''] = /^## Threat model$([^]*?)^## /m.exec(page) ?? [];
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    return { gain: `${cells[1]}: ${cells[2]}`, shownBy: cells[4] ?? '' };
  });
}

/** Whether the file has a test with the title, whole or as a part of it. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(path.join(ROOT, file))) return false;
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return source
    .split('\n')
    .some(
      (line) =>
        line.includes(title) && /\b(?:it|describe)\(|\](?: as const)?\)\(|\.each\(\w+\)\(|^\s*'/.test(line),
    );
}

describe('SECURITY.md', () => {
  const rows = rowsOfThreatModel();

  it('the threat model has a row for each client, page, node, Redis and reader of the metrics', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each(rows)('the threat model names tests that exist for $gain', ({ shownBy }) => {
    const named = [...shownBy.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }));
    expect(named.length).toBeGreaterThan(0);
    expect(named.map(({ file, title }) => `\`${file}\`: "${title}"`).join('<br>')).toBe(shownBy);
    expect(named.filter(({ file, title }) => !hasTest(file, title))).toEqual([]);
  });
});
