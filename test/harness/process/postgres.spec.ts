import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from './postgres';

const { PATH } = process.env;

describe('the PostgreSQL of a spec', () => {
  afterEach(() => {
    process.env.PATH = PATH;
  });

  it('startPostgres leaves no process when its server ends', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'failing-postgres-'));
    chmodSync(folder, 0o755);
    const program = '#!/bin/sh\necho "started by $PPID" >&2\nexit 1\n';
    writeFileSync(path.join(folder, 'postgres'), program, { mode: 0o755 });
    process.env.PATH = `${folder}:${PATH}`;
    const failure: unknown = await startPostgres().catch((error: unknown) => error);
    expect(String(failure)).toMatch(/postgres ended: started by \d+$/);
    const pid = Number(/\d+$/.exec(String(failure))![0]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
