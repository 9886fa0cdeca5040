import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Agent, Offer } from './agent-tasks/agent';
import { TASKS } from './agent-tasks/tasks';
import { World } from './agent-tasks/world';

/** Tokens of each task (characters / 4 of arguments and answers), by its number. AGENT_TASKS=write writes what was measured. */
const FILE = path.join(__dirname, 'agent-tasks', 'tokens.json');
const BUDGETS = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
const isWriting = process.env['AGENT_TASKS'] === 'write';
/** A task may become dearer by a fifth. */
const MARGIN = 1.2;
/** Forty, and two of plans. */
const TASK_COUNT = 42;
const MEAN_TOKENS = 750;

describe('tasks of an agent that has the tools of MCP alone', () => {
  let world: World;
  let offer: Offer;
  const measured: Record<string, number> = {};
  const keyOf = (network: string) => world.keyOf(network, 'alice');
  beforeAll(async () => {
    world = await World.start();
    offer = await Offer.of(world.url);
  });
  afterAll(async () => {
    await world.close();
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  });

  it.each(TASKS)('an agent solves within its tokens: $number, $asked', async (task) => {
    await task.before?.(world);
    const agent = new Agent(offer, keyOf, task);
    expect(await task.solve(agent, world)).toMatchObject(task.solved as object);
    measured[task.number] = agent.tokens;
    if (!isWriting) expect(agent.tokens).toBeLessThanOrEqual((BUDGETS[task.number] ?? 0) * MARGIN);
  });

  it('all tasks are solved, and each has a budget', () => {
    const solved = TASKS.map(({ number }) => number);
    expect(solved.sort((a, b) => a - b)).toEqual(Array.from({ length: TASK_COUNT }, (_, index) => index + 1));
    expect(Object.keys(BUDGETS).sort()).toEqual(solved.map(String).sort());
  });

  it('the forty tasks take less than 750 tokens on average', () => {
    const forty = Object.entries(measured).filter(([number]) => Number(number) <= 40);
    const mean = forty.reduce((sum, [, tokens]) => sum + tokens, 0) / forty.length;
    expect(mean).toBeLessThan(MEAN_TOKENS);
  });

  it('an agent that uses a name, an id or a member that it has not read fails', async () => {
    const agent = new Agent(offer, keyOf, { asked: 'send 1 USDT' });
    const payment = { from: agent.account, symbol: 'USDT', amount: '1' };
    await expect(agent.call('transfer', { ...payment, to: 'stranger' })).rejects.toThrow('to: stranger');
    await expect(agent.call('transfer', { ...payment, receiver: 'alice' })).rejects.toThrow('receiver, to');
    const cancellation = { account: agent.account, pair: 'btcusdt', order_id: 987_654 };
    await expect(agent.call('cancel_order', cancellation)).rejects.toThrow('order_id: 987654');
  });
});
