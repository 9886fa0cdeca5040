import { loadSettings } from '@app/operations';
import { listTools, type Schema } from '@app/tooling';
import type { INestApplication } from '@nestjs/common';
import { StepTools } from '../../../apps/gateway/src/composing/steps/step-tools';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { STEP_TOOLS } from '../../../apps/gateway/src/plans/dto/plan-step.dto';

/** Members of every compose tool that are of the plan, not of a step. */
const OF_THE_PLAN = new Set(['network', 'request_id', 'detail']);

describe('the tools of the steps of a plan', () => {
  let app: INestApplication;
  beforeAll(async () => {
    app = await createGateway(loadSettings({ LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' }));
  });
  afterAll(() => app.close());

  const WORDS = new Set(['description', 'examples', 'default']);
  const rulesOf = (schema: Schema): Schema =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !WORDS.has(keyword)));

  it('the tools of the steps are all tools that compose, and every feature has added its own', () => {
    const names = listTools(app)
      .filter(({ kind, name }) => kind === 'compose' && name !== 'compose_plan')
      .map(({ name }) => name);
    expect([...STEP_TOOLS]).toEqual(names);
    expect(app.get(StepTools, { strict: false }).names).toEqual(names);
  });

  it('the input of a step has the fields of all these tools, with the same rules, and no other', () => {
    const tools = listTools(app);
    const fields = new Map<string, Schema>();
    for (const { name, requestSchema } of tools) {
      if (!STEP_TOOLS.some((tool) => tool === name)) continue;
      for (const [field, schema] of Object.entries(requestSchema.properties ?? {}))
        if (!OF_THE_PLAN.has(field)) fields.set(field, rulesOf(schema));
    }
    const { requestSchema } = tools.find(({ name }) => name === 'compose_plan')!;
    const input = requestSchema.properties!['steps']!.items!.properties!['input']!;
    const offered = Object.entries(input.properties!).map(
      ([field, schema]) => [field, rulesOf(schema)] as const,
    );
    expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(fields));
    expect(input.required ?? []).toEqual([]);
    expect(Object.values(input.properties!).filter((schema) => 'default' in schema)).toEqual([]);
  });
});
