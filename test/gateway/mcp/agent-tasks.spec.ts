import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestGateway } from '../../harness/gateway/test-gateway';
import { Agent } from './agent-tasks/agent';
import { NOT_SOLVABLE, TASKS } from './agent-tasks/tasks';

/** Tokens of each task (characters / 4 of arguments and answers). AGENT_TASKS=write writes what was measured. */
const FILE = path.join(__dirname, 'agent-tasks', 'tokens.json');
const BUDGETS = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
/** A task may become dearer by a fifth. */
const MARGIN = 1.2;

describe('tasks of an agent that has the tools of MCP alone', () => {
  let gateway: TestGateway;
  const measured: Record<string, number> = {};
  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
  });
  afterAll(async () => {
    await gateway.close();
    if (process.env['AGENT_TASKS'] === 'write') writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  });

  it.each(TASKS)('an agent solves within its tokens: $title', async ({ title, solve, solved }) => {
    const agent = new Agent(gateway);
    expect(await solve(agent)).toMatchObject(solved as object);
    measured[title] = agent.tokens;
    if (process.env['AGENT_TASKS'] === 'write') return;
    expect(agent.tokens).toBeLessThanOrEqual((BUDGETS[title] ?? 0) * MARGIN);
  });

  it('tasks that no tool solves have a reason, and none of them is among the solved', () => {
    const titles = TASKS.map(({ title }) => title);
    expect(Object.keys(BUDGETS).sort()).toEqual(titles.sort());
    for (const [title, reason] of Object.entries(NOT_SOLVABLE)) {
      expect([title, titles.includes(title), reason.length > 10]).toEqual([title, false, true]);
    }
  });
});
