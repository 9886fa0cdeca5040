import { spawnSync } from 'node:child_process';
import path from 'node:path';

describe('the generated pages', () => {
  it('the generated pages are current', () => {
    const script = path.resolve(__dirname, '..', '..', 'scripts', 'docs.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'the pages are current\n', stderr: '' });
  });
});
