import { ManualClock } from '@app/operations';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serialize } from 'node:v8';
import { type Devchain, startDevchain } from '../../../apps/devchain/src/start-devchain';
import { StateFile } from '../../../apps/devchain/src/admin/state-file';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import {
  DevchainSetupError,
  type DevchainSettings,
  loadDevchainSettings,
} from '../../../apps/devchain/src/settings';

const DAY_S = 86_400;
/** A chain that just began is a block or two ahead of the clock. */
const FIVE_SLOTS_MS = 2_600;
const withAnotherIndex = DEPLOYED_CONTRACTS.map((contract) => ({
  ...contract,
  indexes: [...contract.indexes, 'loan pool i64'],
}));

describe('state file', () => {
  const clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'devchain-')), 'kept');
    file = path.join(folder, 'lab.state');
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

  const settings = (env: NodeJS.ProcessEnv): DevchainSettings => {
    const own = { DEVCHAIN_NAME: 'lab', DEVCHAIN_PORT: '0', DEVCHAIN_STATE_DIR: folder };
    return loadDevchainSettings({ ...own, ...env });
  };
  const start = (env: NodeJS.ProcessEnv = {}, contracts = DEPLOYED_CONTRACTS): Promise<Devchain> =>
    startDevchain(settings(env), { now: () => clock.now(), blocks: 'manual', contracts });
  const post = async ({ url }: Devchain, route: string, body: object): Promise<unknown> => {
    const answer = await fetch(url + route, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return answer.json();
  };

  let written: Buffer | undefined;
  /** The state file of a chain, which is written once. */
  const intact = async (): Promise<Buffer> => {
    if (written === undefined) {
      await (await start({ DEVCHAIN_SIMULATION: 'off' })).close();
      written = readFileSync(file);
    }
    return Buffer.from(written);
  };

  it('the state file restores head, state and blocks after a restart', async () => {
    const first = await start({ DEVCHAIN_SIMULATION: 'off' });
    await post(first, '/devchain/create-account', { name: 'dave' });
    await post(first, '/devchain/fund', { account: 'dave', symbol: 'BTC', amount: '1.5' });
    await post(first, '/devchain/produce-blocks', { count: 40 });
    await post(first, '/devchain/advance-time', { seconds: DAY_S });
    await first.close();
    const before = first.chain;
    const head = before.head();

    clock.advance(60_000);
    const second = await start({ DEVCHAIN_SIMULATION: 'off' });
    const after = second.chain;
    expect(after.head()).toEqual(head);
    expect(after.info()).toEqual(before.info());
    expect(after.stateDigest()).toBe(before.stateDigest());
    for (let num = 1; num <= head.num; num++) expect(after.block(num)).toEqual(before.block(num));
    // It was a day ahead of the clock and stays so, and money is where it was.
    await post(second, '/devchain/produce-blocks', { count: 5 });
    expect(after.block(head.num + 1)?.header.previous).toBe(head.id);
    expect(after.head().timeMs - head.timeMs).toBeLessThan(60_000);
    const asked = { code: 'btc.token', account: 'dave', symbol: 'BTC' };
    expect(await post(second, '/v1/chain/get_currency_balance', asked)).toEqual(['1.50000000 BTC']);
    await second.close();
    expect(readdirSync(folder)).toEqual(['lab.state']);
  });

  it('a restarted chain gives the same blocks as one without a restart', async () => {
    const whole = await start({ DEVCHAIN_STATE_DIR: '' });
    const kept = await start();
    for (const chain of [kept, whole]) {
      await post(chain, '/devchain/price', { price: '65000' });
      await post(chain, '/devchain/feeders', { feeder: 'feeder2', mode: 'stopped' });
      await post(chain, '/devchain/produce-blocks', { count: 30 });
    }
    await kept.close();
    // The open block is sealed by the close of the one chain, and by the snapshot of the other.
    await post(whole, '/devchain/snapshot', { name: 'here' });
    expect(whole.chain.head()).toEqual(kept.chain.head());

    const again = await start();
    for (const chain of [again, whole]) await post(chain, '/devchain/produce-blocks', { count: 60 });
    expect(again.chain.head()).toEqual(whole.chain.head());
    expect(again.chain.stateDigest()).toBe(whole.chain.stateDigest());
    await Promise.all([again.close(), whole.close()]);
  });

  it('a chain ahead of the clock produces blocks at once after a restart', async () => {
    const startTimed = () => startDevchain(settings({ DEVCHAIN_SIMULATION: 'off' }));
    const first = await startTimed();
    await post(first, '/devchain/advance-time', { seconds: DAY_S });
    await first.close();
    const second = await startTimed();
    await new Promise((resolve) => second.chain.events.block.add(resolve));
    expect(second.chain.head().timeMs - Date.now()).toBeGreaterThan((DAY_S - 60) * 1000);
    await second.close();
  });

  it('a chain ends with its last block, also when blocks are resumed while it closes', async () => {
    const devchain = await startDevchain(settings({ DEVCHAIN_SIMULATION: 'off' }));
    const resume = request(`${devchain.url}/devchain/resume-blocks`, {
      method: 'POST',
      headers: { expect: '100-continue' },
    });
    const answered = once(resume, 'response') as Promise<[IncomingMessage]>;
    resume.flushHeaders();
    await once(resume, 'continue');
    const closed = devchain.close();
    resume.end('{}');
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    answer.resume();
    await closed;
    const { num } = devchain.chain.head();
    await new Promise((resolve) => setTimeout(resolve, FIVE_SLOTS_MS));
    expect(devchain.chain.head().num).toBe(num);
  });

  it('a restarted chain continues at the current time after a long pause', async () => {
    await (await start({ DEVCHAIN_SIMULATION: 'off' })).close();
    clock.advance(7 * DAY_S * 1000);
    const devchain = await start({ DEVCHAIN_SIMULATION: 'off' });
    await post(devchain, '/devchain/produce-blocks', { count: 2 });
    expect(Math.abs(devchain.chain.head().timeMs - clock.now())).toBeLessThan(5_000);
    await devchain.close();
  });

  it('the state file of a chain is refused from another chain, another simulation or other contracts', async () => {
    await (await start({ DEVCHAIN_SIMULATION: 'off' })).close();
    const bytes = readFileSync(file);
    const refusals: [NodeJS.ProcessEnv, typeof DEPLOYED_CONTRACTS, string][] = [
      [{ DEVCHAIN_SIMULATION: 'off', DEVCHAIN_SEED: 'other' }, DEPLOYED_CONTRACTS, 'is of chain '],
      [{ DEVCHAIN_SIMULATION: 'on' }, DEPLOYED_CONTRACTS, 'was written with DEVCHAIN_SIMULATION=off'],
      [{ DEVCHAIN_SIMULATION: 'off' }, [], 'is of another version of the contracts'],
      // With the same ABIs: rows that are kept have no keys for an index that came since.
      [{ DEVCHAIN_SIMULATION: 'off' }, withAnotherIndex, 'is of another version of the contracts'],
    ];
    for (const [env, contracts, reason] of refusals) {
      const refused = start(env, contracts);
      await expect(refused).rejects.toBeInstanceOf(DevchainSetupError);
      await expect(refused).rejects.toThrow(`${file} ${reason}`);
    }
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it.each([
    ['text', Buffer.from('not a state')],
    ['truncated in its header', Buffer.from('development chain')],
    ['another version', Buffer.from('development chain state 1\n')],
    ['a value without a head', serialize({ format: 'development chain state 1' })],
  ])('the chain refuses a state file that is %s, and does not change it', async (_what, bytes) => {
    mkdirSync(folder);
    writeFileSync(file, bytes);
    await expect(start({ DEVCHAIN_SIMULATION: 'off' })).rejects.toThrow(
      `${file} is not a state that this version`,
    );
    expect(readFileSync(file)).toEqual(bytes);
  });

  it.each([5, 30, 60, 90, 100])(
    'the chain refuses a state file with eight bytes changed at %d %%, and does not change it',
    async (percent) => {
      const bytes = await intact();
      const from = Math.floor(((bytes.length - 8) * percent) / 100);
      for (let at = from; at < from + 8; at += 1) bytes[at]! ^= 0xff;
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, bytes);
      const refused = start({ DEVCHAIN_SIMULATION: 'off' });
      await expect(refused).rejects.toBeInstanceOf(DevchainSetupError);
      await expect(refused).rejects.toThrow(`${file} is damaged: its checksum does not match its content`);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    },
  );

  it('the chain refuses to start on a disk without enough free space', () => {
    const origin = { chainId: '', launchBlockId: '', indexes: '', hasSimulation: false };
    const withFree = (mebibytes: number) => () =>
      new StateFile(folder, 'lab', origin, () => mebibytes * 1024 * 1024);
    expect(withFree(63)).toThrow(`the disk of ${folder} has 63 MiB left, and the chain needs 64 MiB`);
    expect(withFree(64)).not.toThrow();
    writeFileSync(file, Buffer.alloc(40 * 1024 * 1024));
    expect(withFree(79)).toThrow('needs 80 MiB');
  });

  it('the chain refuses to start with a folder that cannot be written', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    await expect(start({ DEVCHAIN_SIMULATION: 'off' })).rejects.toThrow(`cannot write to ${folder}`);
  });

  it('the state file of a chain is not kept without a folder', async () => {
    await (await start({ DEVCHAIN_SIMULATION: 'off', DEVCHAIN_STATE_DIR: '' })).close();
    expect(existsSync(folder)).toBe(false);
  });
});
