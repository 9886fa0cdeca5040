import type { INestApplication } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DemoController } from '../../../chain-tools/testing/demo-tools';
import { checkToolContract } from '../../../chain-tools/testing/tool-contract';
import { listTools, type ToolDefinition } from './list-tools';
import type { Schema } from '../schema/schema';

@Module({ controllers: [DemoController] })
class DemoModule {}

describe('the contract of a tool', () => {
  let app: INestApplication;
  beforeAll(async () => {
    app = await NestFactory.create(DemoModule, { logger: false });
    await app.init();
  });
  afterAll(() => app.close());

  const toolOf = (name: string): ToolDefinition =>
    listTools(app).find((candidate) => candidate.name === name)!;
  const asItIs = (_schema: Schema, args: unknown): unknown => args;

  it.each(['demo_book', 'demo_transfer', 'demo_push'])('the contract of a tool is kept by %s', (name) => {
    const tool = toolOf(name);
    checkToolContract(tool, tool.requestSchema, asItIs);
  });

  /** A copy of the description of demo_book with one thing changed in it. */
  const changed = (change: (schema: Schema) => void): Schema => {
    const schema = structuredClone(toolOf('demo_book').requestSchema);
    change(schema);
    return schema;
  };

  it.each<[string, (schema: Schema) => void]>([
    ['a limit that is too low', ({ properties }) => (properties!['depth']!.maximum = 199)],
    ['a limit that is too high', ({ properties }) => (properties!['depth']!.maximum = 201)],
    ['a required field more', ({ required }) => required!.push('depth')],
    ['a required field less', ({ required }) => required!.pop()],
    ['a value more', ({ properties }) => properties!['pair']!.enum!.push('btceur')],
    ['a member more', ({ properties }) => (properties!['more'] = { type: 'string' })],
    ['a member less', ({ properties }) => delete properties!['reverse']],
    ['an open door', (schema) => (schema.additionalProperties = true)],
    ['another type', ({ properties }) => (properties!['depth']!.type = 'number')],
  ])('the contract of a tool is broken by a description with %s', (_what, change) => {
    const description = changed((schema) => void change(schema));
    expect(() => {
      checkToolContract(toolOf('demo_book'), description, asItIs);
    }).toThrow();
  });

  it('the contract of a tool is broken by a boundary that changes what REST accepts', () => {
    const tool = toolOf('demo_transfer');
    const boundary = (_schema: Schema, args: unknown): unknown => ({ memo: 'changed', ...(args as object) });
    expect(() => {
      checkToolContract(tool, tool.requestSchema, boundary);
    }).toThrow();
  });

  it('the contract of a tool is broken by an example that does not work', () => {
    const tool = { ...toolOf('demo_book'), examples: [{ pair: 'btc' }] };
    expect(() => {
      checkToolContract(tool, tool.requestSchema, asItIs);
    }).toThrow('demo_book: example refused');
  });
});
