import { runProgram, SETTINGS_ROWS } from '@app/program';

runProgram({
  name: 'Chain Tool Gateway',
  subject: 'The gateway',
  folder: __dirname,
  settings: SETTINGS_ROWS,
  run: async (end) => {
    const { runGateway } = await import('./run-gateway.js');
    return runGateway(process.env, end);
  },
});
