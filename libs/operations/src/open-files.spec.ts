import { spawnSync } from 'node:child_process';
import { defaultMaxConnections, openFileLimit } from './open-files';

describe('the limit of open files', () => {
  it('the limit of open files equals the one that the system reports for this process', () => {
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' });
    const expected = stdout.trim() === 'unlimited' ? undefined : Number(stdout);
    expect(openFileLimit()).toBe(expected);
  });
});

describe('the default number of connections', () => {
  it.each([
    [32, 16],
    [64, 16],
    [256, 192],
    [1024, 921],
    [20_000, 18_000],
    [1_048_576, 20_000],
  ])('the default number of connections for %d open files is %d', (openFiles, connections) => {
    expect(defaultMaxConnections(openFiles)).toBe(connections);
  });
});
