import { HistoryProcess } from '../harness/process/history-process';
import { freePorts } from '../harness/process/ports';
import { PRINTS_FLAGS } from '../harness/process/prints-flags';

it('the history node turns pretenuring off before it listens', async () => {
  const env = { HISTORY_SHIP_URL: `ws://127.0.0.1:${await freePorts()}`, HISTORY_NAME: 'model' };
  const history = new HistoryProcess(env, ['--import', PRINTS_FLAGS]);
  await history.url();
  await history.stop('SIGKILL');
  expect(history.output).toMatch(/V8 flags: --no-allocation-site-pretenuring\n[^]*history listening on/);
});
