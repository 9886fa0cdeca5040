import path from 'node:path';
import { runProgram } from '../harness/process/run-program';

interface Row {
  readonly scenario: string;
  readonly requests?: number;
}

// Two replicas. The rules are in rules.mjs; the long form, `npm run test:replicas`, has three and the same rules.
it('replicas behind HAProxy share limits, lose no push and fail only what was in flight on a dead one', async () => {
  const program = path.join(__dirname, 'replicas.mjs');
  const { code, output } = await runProgram(process.execPath, [program, '--short', '--json']);
  expect({ code, output }).toEqual({ code: 0, output });
  const line = output.split('\n').find((text) => text.startsWith('{'));
  const { rows } = JSON.parse(line!) as { rows: Row[] };
  expect(rows.map(({ scenario }) => scenario)).toEqual([
    'limits over all replicas',
    'Redis killed and started again',
    'rolling restart, 2 stops',
    'one replica frozen',
    'one replica killed',
  ]);
  expect(rows.slice(1).every(({ requests = 0 }) => requests > 50)).toBe(true);
});
