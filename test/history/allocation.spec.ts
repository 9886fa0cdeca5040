import { HistoryProcess } from '../harness/process/history-process';
import { freePorts } from '../harness/process/ports';

/** A module that is loaded before the program, and prints the flags of V8 that the program sets. */
const PRINTS_FLAGS = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  const set = v8.setFlagsFromString;
  v8.setFlagsFromString = (flags) => {
    console.log('V8 flags: ' + flags);
    set(flags);
  };
`)}`;

it('the history node turns pretenuring off before it listens', async () => {
  const env = { HISTORY_SHIP_URL: `ws://127.0.0.1:${await freePorts()}`, HISTORY_NAME: 'model' };
  const history = new HistoryProcess(env, ['--import', PRINTS_FLAGS]);
  await history.url();
  await history.stop('SIGKILL');
  expect(history.output).toMatch(/V8 flags: --no-allocation-site-pretenuring\n[^]*history listening on/);
});
