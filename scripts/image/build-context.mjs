// The files of the build context: the rules of .dockerignore, the last one that matches decides.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const rulesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace(/^!/, ''), isExcluded: !line.startsWith('!') }));

/** The path and the folders it lies in: a rule for a folder holds for its content. */
const withParents = (file) => {
  const parts = file.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
};

/** @returns whether a path below the project (with `/`) is part of the build context */
export function contextFilter(ignoreFile) {
  const rules = rulesOf(readFileSync(ignoreFile, 'utf8'));
  return (file) => {
    const candidates = withParents(file);
    const last = rules.findLast(({ pattern }) =>
      candidates.some((candidate) => path.matchesGlob(candidate, pattern)),
    );
    return last === undefined || !last.isExcluded;
  };
}
