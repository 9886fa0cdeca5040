import { type FakeAction, type Habits, historyAnswer } from '../testing/fake-history';
import { FakeNodes } from '../testing/fake-node';
import { signedOnChain, type SignedView } from './signed-transactions';

const BEGAN = Date.parse('2026-01-01T00:00:00.000Z');
const BLOCK_MS = 500;
const SIGNER = { account: 'alice', permission: 'agent' };
const OWN = 'alice@agent';

describe('transactions of a permission, from a history', () => {
  const fake = new FakeNodes();
  afterEach(() => fake.close());

  const at = (block: number): number => BEGAN + block * BLOCK_MS;
  const many = (count: number, block: number, by: string, name: string): FakeAction[] =>
    Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, at: at(block), by }));
  const STOLEN: FakeAction = { id: 'stolen', at: at(9), by: OWN };

  let requests: number;
  async function read(actions: readonly FakeAction[], habits: Habits = {}): Promise<SignedView> {
    requests = 0;
    const node = await fake.start({
      'history/get_actions': (_, query) => {
        requests += 1;
        return historyAnswer(actions, query, habits);
      },
    });
    return signedOnChain(node, SIGNER, BEGAN);
  }
  const idsOf = ({ blocks }: SignedView): string[] => [...blocks.keys()].sort();

  it('other accounts that notify the account of 600 actions in one block, and of 20000 later, do not hide a transaction', async () => {
    const dust = [...many(600, 9, 'mallory@active', 'a'), ...many(20_000, 10, 'mallory@active', 'b')];
    const view = await read([...dust, STOLEN, ...many(600, 9, 'mallory@active', 'c')]);
    expect(view).toEqual({ blocks: new Map([['stolen', 7]]), lastMs: at(9), problem: undefined });
    expect(requests).toBe(2);
  });

  it('a history that looks at too many actions of other accounts is asked for shorter times', async () => {
    const dust = [10, 20].flatMap((block) => many(12_000, block, 'mallory@active', `${block}-`));
    const view = await read([...dust, STOLEN], { looksAt: 15_000 });
    expect(view).toEqual({ blocks: new Map([['stolen', 7]]), lastMs: at(9), problem: undefined });
  });

  it.each<[string, Habits]>([
    ['answers shorter pages than it is asked for', { page: 70 }],
    ['leaves out the bounds', { isExclusive: true }],
    ['does not know the actor', { ignores: ['act.authorization.actor'] }],
    ['finds no actor', { findsNoActor: true }],
    ['refuses the actor', { refuses: ['act.authorization.actor'] }],
    ['looks at few actions', { looksAt: 900 }],
    ['answers all times', { ignores: ['after'] }],
  ])('a history that %s is read whole', async (_, habits) => {
    const actions = [
      { id: 'before', at: at(-9), by: OWN },
      { id: 'first', at: at(0), by: OWN },
      ...many(700, 3, 'mallory@active', 'dust'),
      ...many(650, 4, OWN, 'own'),
      { id: 'owner', at: at(5), by: 'alice@active' },
      STOLEN,
    ];
    const view = await read(actions, habits);
    const expected = ['first', 'stolen', ...Array.from({ length: 650 }, (__, index) => `own${index}`)].sort();
    expect(view.problem).toBeUndefined();
    expect(idsOf(view)).toEqual(expected);
    expect(view.lastMs).toBe(at(9));
  });

  it('a history that finds no actor is asked for all actions, also where none of the signer is newer than the log', async () => {
    const dust = many(600, 3, 'mallory@active', 'dust');
    const earlier = { id: 'before', at: at(-9), by: 'alice@active' };
    const habits = { findsNoActor: true };
    expect(await read([...dust, earlier], habits)).toEqual({
      ...{ blocks: new Map(), lastMs: BEGAN, problem: undefined },
    });
    const isAskedForAll = requests;
    await read([...dust, earlier]);
    // The earlier action shows that this history knows the actor: it is not asked for those of other accounts.
    expect([isAskedForAll, requests]).toEqual([5, 2]);
  });

  it.each<[string, Habits, string]>([
    ['skips none', { ignores: ['skip'] }, 'or skips none'],
    ['ignores the end of the time', { ignores: ['before'] }, 'in the order that it was asked for'],
    ['refuses every time', { refuses: ['limit'] }, 'get_actions answers 400'],
  ])('a history that %s is not called whole, and shows what it has', async (_, habits, problem) => {
    const later = many(1, 10, OWN, 'later');
    const view = await read([...many(700, 8, OWN, 'a'), ...many(700, 9, OWN, 'b'), ...later], habits);
    expect(view.problem?.message).toContain(problem);
    if (habits.refuses === undefined) expect(idsOf(view)).toContain('later0');
  });

  it('a history that answers with more than 16 MiB is not read', async () => {
    const padding = 'x'.repeat(17 * 1024 * 1024);
    const node = await fake.start({ 'history/get_actions': () => ({ actions: [], padding }) });
    const { problem } = await signedOnChain(node, SIGNER, BEGAN);
    expect(problem?.message).toContain('get_actions answers with too much');
  });

  it('an action without a time, or in another order, is no answer', async () => {
    const answers = [
      [{ trx_id: 'a', block_num: 7, act: {} }],
      [at(1), at(2)].map((ms) => ({
        ...{ trx_id: 'a', block_num: 7, act: {} },
        timestamp: new Date(ms).toISOString(),
      })),
    ];
    for (const actions of answers) {
      const node = await fake.start({ 'history/get_actions': () => ({ actions }) });
      expect((await signedOnChain(node, SIGNER, BEGAN)).problem).toBeInstanceOf(Error);
    }
  });
});
