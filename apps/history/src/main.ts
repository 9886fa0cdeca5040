import { runProgram } from '@app/program';
import { HISTORY_ROWS } from './settings.schema';

runProgram({
  name: 'History node',
  subject: 'The history node',
  folder: __dirname,
  settings: HISTORY_ROWS,
  run: async (end) => {
    const { runHistoryNode } = await import('./run-history-node.js');
    return runHistoryNode(process.env, __dirname, end);
  },
});
