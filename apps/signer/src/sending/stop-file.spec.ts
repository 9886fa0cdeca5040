import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isStopped } from './stop-file';

describe('the stop file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stop-'));
  const file = path.join(folder, 'STOP');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a file that is absent stops nothing', () => {
    expect([isStopped(undefined), isStopped(path.join(folder, 'absent'))]).toEqual([false, false]);
  });

  it('a link to nothing and a path that cannot be read stop the signer', () => {
    symlinkSync(path.join(folder, 'nothing'), file);
    expect([isStopped(file), isStopped(path.join(folder, 'x'.repeat(300)))]).toEqual([true, true]);
  });
});
