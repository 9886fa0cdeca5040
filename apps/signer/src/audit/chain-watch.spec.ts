import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type LedgerEvent, SpendingState } from '../ledger/spending-rules';
import { type Policy, readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { historyAnswer } from '../testing/fake-history';
import { FakeNodes } from '../testing/fake-node';
import { ChainWatch, type Stoppable } from './chain-watch';

const HOUR = 3_600_000;
const BEGAN = Date.parse('2026-01-01T00:00:00.000Z');
const OWN = 'alice@agent';

const HAPPENED = BEGAN + 5 * HOUR;

interface Action {
  readonly id: string;
  readonly by?: string;
}

describe('the log beside the chain, on a schedule', () => {
  const fake = new FakeNodes();
  let folder: string;
  let policy: Policy;
  let watch: ChainWatch | undefined;
  let signer: Stoppable;
  /** The history of the node; it breaks connections without one. */
  let actions: Action[] | undefined;
  /** Times from which it was asked. */
  let asked: (string | null)[];
  let events: LedgerEvent[];
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'watch-'));
    signer = { stopReason: undefined, compared: undefined };
    actions = [];
    asked = [];
    events = [{ type: 'begin', at: BEGAN }];
    const history = await fake.start({
      'history/get_actions': (_, query) => {
        asked.push(query.get('after'));
        if (actions === undefined) return 'down';
        return historyAnswer(
          actions.map(({ id, by = OWN }) => ({ id, by, at: HAPPENED })),
          query,
        );
      },
    });
    const stop_file = path.join(folder, 'STOP');
    policy = readPolicy(policyText({ ...EXAMPLE_POLICY, history_nodes: [history], stop_file }), PROFILE_TEXT);
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    watch?.stop();
    jest.restoreAllMocks();
    fake.close();
    rmSync(folder, { recursive: true });
  });

  const reserve = (id: string): LedgerEvent => ({
    ...{ type: 'reserve', id, request: id, call: id, units: {}, signed_at: 0, packed: '' },
    expires_at: 0,
  });
  function start(everyMs: number, own = policy): Promise<void> {
    const read = () => {
      const state = new SpendingState();
      for (const event of events) state.apply(event);
      return { state, events };
    };
    watch = new ChainWatch(own, { read }, signer, everyMs);
    watch.start();
    return signer.compared!;
  }
  async function until(isIt: () => boolean): Promise<void> {
    for (let tries = 0; !isIt(); tries += 1) {
      expect(tries).toBeLessThan(1000);
      await pause(5);
    }
  }
  const isStopFile = () => existsSync(policy.file.stop_file!);

  it('nothing is signed before the first comparison, and everything after one without a difference', async () => {
    events.push(reserve('a'));
    actions = [{ id: 'a' }, { id: 'b', by: 'alice@active' }];
    actions.push({ id: 'c', by: 'bob@agent' });
    const compared = start(HOUR);
    expect(signer.stopReason).toBe('the log was not compared with the chain since the start');
    await compared;
    expect(signer.stopReason).toBeUndefined();
    expect(isStopFile()).toBe(false);
    // A millisecond before, as a history may leave its bounds out.
    expect(new Set(asked)).toEqual(new Set(['2025-12-31T23:59:59.999Z']));
  });

  it('a transaction that the log lacks stops the signer, now and by the stop file', async () => {
    actions = [{ id: 'foreign' }];
    await start(1);
    expect(signer.stopReason).toContain(
      '1 transactions of the permission that the log lacks, such as foreign',
    );
    expect(isStopFile()).toBe(true);
  });

  it('a transaction that appears while the signer serves stops it permanently', async () => {
    await start(1);
    expect(signer.stopReason).toBeUndefined();
    actions = [{ id: 'foreign' }];
    await until(() => signer.stopReason !== undefined);
    actions = [];
    rmSync(policy.file.stop_file!);
    const before = asked.length;
    await pause(50);
    expect(signer.stopReason).toContain('such as foreign');
    expect(asked).toHaveLength(before);
  });

  it('a stop file that cannot be made leaves the signer stopped', async () => {
    actions = [{ id: 'foreign' }];
    const file = { ...policy.file, stop_file: path.join(folder, 'none', 'STOP') };
    await start(1, { ...policy, file });
    await pause(50);
    expect(signer.stopReason).toContain('such as foreign');
  });

  it('a history that does not answer keeps a signer from its start alone', async () => {
    actions = undefined;
    await start(1);
    expect(signer.stopReason).toContain('was not compared with the chain since the start: an answer');
    actions = [];
    await until(() => signer.stopReason === undefined);
    actions = undefined;
    const before = asked.length;
    await until(() => asked.length > before + 2);
    expect(signer.stopReason).toBeUndefined();
  });

  it('a transaction that the log lacks stops the signer also where another history does not answer, or not wholly', async () => {
    const { history_nodes: [first = ''] = [] } = policy.file;
    const down = await fake.start({});
    const partly = await fake.start({
      'history/get_actions': (_, query) =>
        query.has('skip') ? 'down' : historyAnswer([{ id: 'foreign', by: OWN, at: HAPPENED }], query),
    });
    const watching = (...history_nodes: string[]) => {
      watch?.stop();
      return start(HOUR, { ...policy, file: { ...policy.file, history_nodes } });
    };
    await watching(down, first);
    expect(signer.stopReason).toContain('was not compared');
    await watching(partly);
    expect(signer.stopReason).toContain('such as foreign');
    actions = [{ id: 'foreign' }];
    await watching(down, first);
    expect(signer.stopReason).toContain('such as foreign');
  });

  it('later comparisons begin ten minutes before the last action', async () => {
    events.push(reserve('a'));
    actions = [{ id: 'a' }];
    await start(1);
    await until(() => asked.at(-1) !== asked[0]);
    expect(asked.at(-1)).toBe('2026-01-01T04:49:59.999Z');
  });

  it('a log that its owner put back is compared from then on', async () => {
    events.push({ type: 'put_back', at: BEGAN + HOUR });
    await start(HOUR);
    expect(asked[0]).toBe('2026-01-01T01:00:59.999Z');
  });

  it.each([
    ['history_nodes', { history_nodes: undefined }],
    ['stop_file', { stop_file: undefined }],
  ])('a schedule without %s stops the start', (_, without) => {
    expect(() => readPolicy(policyText({ ...EXAMPLE_POLICY, ...without }), PROFILE_TEXT)).toThrow(
      'reconcile needs history_nodes, and a stop_file',
    );
  });
});
