import path from 'node:path';
import { runProgram } from '../harness/process/run-program';

// The module is ESM, which a spec cannot import.
const evaluate = async (expression: string): Promise<unknown> => {
  const file = path.join(__dirname, 'slope.mjs');
  const code = `import { floorOf, slopePerHour } from ${JSON.stringify(file)}; console.log(JSON.stringify(${expression}))`;
  return JSON.parse((await runProgram(process.execPath, ['--input-type=module', '-e', code])).output);
};

describe('slope', () => {
  it('slope of the soak suite is that of the least-squares line, per hour', async () => {
    expect(await evaluate('slopePerHour([1, 2, 3], 3600)')).toBe(1);
    expect(await evaluate('slopePerHour([4, 4, 4], 5)')).toBe(0);
  });

  it('slope of the soak suite is taken of the lowest value of each whole group', async () => {
    expect(await evaluate('floorOf([5, 1, 4, 7, 2, 9, 3], 3)')).toEqual([1, 2]);
  });
});
