import { mainOf } from '../harness/process/programs';
import { runProgram } from '../harness/process/run-program';

/** Prints at the end of a process whether it has loaded the module of Node behind fetch(), Request, Response and WebSocket. */
const PRINTS = `data:text/javascript,process.on('exit', () => console.log('has fetch:',
  process.moduleLoadList.includes('NativeModule internal/deps/undici/undici')))`.replace(/\s+/g, '%20');

/** An address of no machine: a program ends when it has loaded all of its modules. */
const NOWHERE = '192.0.2.1';
const SETTINGS = {
  gateway: { HOST: NOWHERE, PORT: '0', MANAGEMENT_PORT: '0', NODE_ENV: '' },
  history: {
    HISTORY_HOST: NOWHERE,
    HISTORY_PORT: '0',
    HISTORY_MANAGEMENT_PORT: '0',
    HISTORY_SHIP_URL: 'ws://127.0.0.1:9',
    HISTORY_CHAIN_URL: 'http://127.0.0.1:9',
  },
};

describe('modules of Node in a program', () => {
  it('Node loads its client of fetch() at the first look at one of its globals', async () => {
    const { output } = await runProgram(process.execPath, ['--import', PRINTS, '--eval', 'typeof Response']);
    expect(output).toContain('has fetch: true');
  });

  it.each(['gateway', 'history'] as const)(
    'the %s has no client of fetch(): metadata of its controllers names no global of Node',
    async (app) => {
      const args = ['--import', PRINTS, mainOf(app)];
      const { output } = await runProgram(process.execPath, args, { env: SETTINGS[app] });
      expect(output).toContain(`HOST: ${NOWHERE} is not an address of this machine`);
      expect(output).toContain('has fetch: false');
    },
  );
});
