import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileAbove } from './file-above';
import { packageVersion } from './package-version';

describe('files of a package', () => {
  let folder: string;
  let inner: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'package-'));
    inner = path.join(folder, 'dist', 'src');
    mkdirSync(inner, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('fileAbove finds the nearest file, also by a path of folders', () => {
    writeFileSync(path.join(folder, 'a.txt'), '');
    writeFileSync(path.join(folder, 'dist', 'a.txt'), '');
    expect(fileAbove(inner, 'a.txt')).toBe(path.join(folder, 'dist', 'a.txt'));
    expect(fileAbove(inner, path.join('dist', 'a.txt'))).toBe(path.join(folder, 'dist', 'a.txt'));
  });

  it('fileAbove ends at the root when no folder has the file', () => {
    expect(fileAbove(inner, 'no-file-has-this-name.txt')).toBeUndefined();
  });

  it('packageVersion reads the nearest package.json, and is unknown where there is none', () => {
    writeFileSync(path.join(folder, 'package.json'), '{"version":"4.5.6"}');
    expect(packageVersion(inner)).toBe('4.5.6');
    expect(packageVersion('/')).toBe('unknown');
  });
});
