import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileError, type FileState, isOfSystem, readOwnFile, writeOwnFile } from './private-file';

describe('a file of the owner', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'own-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => path.join(folder, name);

  it('a file that writeOwnFile wrote is for its owner alone, and is read again', () => {
    writeOwnFile(at('key'), 'one');
    writeOwnFile(at('key'), 'two');
    expect(readOwnFile(at('key'))).toBe('two');
    expect(statSync(at('key')).mode & 0o777).toBe(0o600);
  });

  it.each([0o640, 0o604, 0o620, 0o602, 0o666])('a secret file of mode %d is refused', (mode) => {
    writeFileSync(at('key'), 'x');
    chmodSync(at('key'), mode);
    expect(() => readOwnFile(at('key'))).toThrow('chmod 600');
  });

  it('links, folders, devices, missing and large files are refused', () => {
    writeOwnFile(at('key'), 'x');
    symlinkSync(at('key'), at('link'));
    mkdirSync(at('folder'));
    const large = 'x'.repeat(256 * 1024 + 1);
    writeFileSync(at('large'), large, { mode: 0o600 });
    expect(() => writeOwnFile(at('key'), large)).toThrow('would be larger');
    expect(() => readOwnFile(at('link'))).toThrow('is a link');
    expect(() => readOwnFile(at('folder'))).toThrow('is no regular file');
    expect(() => readOwnFile(at('missing'))).toThrow('does not exist');
    expect(() => readOwnFile(at('large'))).toThrow('is larger than');
    expect(() => readOwnFile('/dev/null')).toThrow(FileError);
  });

  it.each<[string, Partial<FileState>, boolean]>([
    ['of root alone', { mode: 0o400 }, true],
    ['of root with an access list', { mode: 0o440 }, true],
    ['that others may read', { mode: 0o444 }, false],
    ['that root may write', { mode: 0o640 }, false],
    ['of another group', { gid: 1000 }, false],
    ['of another user', { uid: 1000 }, false],
    ['that is a folder', { mode: 0o40440 }, false],
  ])('a credential %s is one of the system: %j is %s', (_, change, expected) => {
    const state = { uid: 0, gid: 0, size: 1, ...change };
    const mode = change.mode ?? 0o440;
    const isFolder = mode > 0o777;
    expect(isOfSystem({ ...state, mode: isFolder ? mode : mode | 0o100000 })).toBe(expected);
  });
});
