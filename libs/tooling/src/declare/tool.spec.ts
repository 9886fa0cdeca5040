import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { DemoBookAnswer, DemoBookInput, DemoController } from '../../../chain-tools/testing/demo-tools';
import { conciseForm } from './detail';
import { listTools } from './list-tools';
import { ReadTool } from '../../../chain-tools/src/chain/tool-kinds';
import { ToolController } from './define-tool';
import { ToolInput } from './tool-input';

@Module({ controllers: [DemoController] })
class DemoModule {}

async function applicationOf(module: new () => object): Promise<INestApplication> {
  const app = await NestFactory.create(module, { logger: false });
  await app.listen(0, '127.0.0.1');
  return app;
}

describe('declarations of tools', () => {
  let app: INestApplication;
  let document: OpenAPIObject;
  beforeAll(async () => {
    app = await applicationOf(DemoModule);
    document = SwaggerModule.createDocument(app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build());
  });
  afterAll(() => app.close());

  it('a declared tool is a POST route that answers 200 with what the method returns', async () => {
    const response = await fetch(`${await app.getUrl()}/v1/tools/demo_book`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"pair":"btcusdt"}',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ network: 'mainnet', pair: 'btcusdt', depth: 20 });
  });

  it('a declared tool is an OpenAPI operation with its words, bucket, examples and every refusal', () => {
    const operation = document.paths['/v1/tools/demo_book']!.post!;
    expect(operation).toMatchObject({
      operationId: 'demo_book',
      summary: 'Demo book',
      description: 'A made-up book.',
      tags: ['Demo'],
      'x-rate-limit-bucket': 'read',
    });
    const [tool] = listTools(app);
    expect(operation.requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: tool!.requestSchema,
          examples: { 'pair=btcusdt, depth=5': { value: { pair: 'btcusdt', depth: 5 } } },
        },
      },
    });
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '404', '429', 'default']);
    const { schemas } = document.components!;
    expect(schemas).toMatchObject({
      ErrorAnswer: {
        type: 'object',
        properties: { error: { type: 'string' }, code: { type: 'string' } },
        required: ['error', 'code'],
      },
      DemoBookAnswer: { type: 'object', required: ['network', 'pair', 'depth', 'bids', 'spread', 'rows'] },
    });
  });

  it('listTools lists tools by kind, then by name, with their descriptions for MCP clients', () => {
    const tools = listTools(app);
    expect(tools.map(({ name, kind, bucket }) => [name, kind, bucket])).toEqual([
      ['demo_book', 'read', 'read'],
      ['demo_transfer', 'compose', 'compose'],
      ['demo_push', 'relay', 'relay'],
    ]);
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    ]);
  });

  it('an extension is marked in OpenAPI and in the list of tools, and no other tool is', async () => {
    @ToolController('Other')
    class OtherController {
      @ReadTool('demo_extra', {
        ...{ title: 'T', description: 'D', answer: DemoBookAnswer, examples: [], isExtension: true },
      })
      book(@ToolInput() { network }: DemoBookInput): DemoBookAnswer {
        return Object.assign(new DemoBookAnswer(), { network });
      }
    }
    @Module({ controllers: [DemoController, OtherController] })
    class ExtendedModule {}
    const extended = await NestFactory.create(ExtendedModule, { logger: false });
    await extended.init();
    const { paths } = SwaggerModule.createDocument(extended, new DocumentBuilder().build());
    const isMarked = ([, { post }]: [string, { post?: object }]) => 'x-extension' in post!;
    expect(
      Object.entries(paths)
        .filter(isMarked)
        .map(([path]) => path),
    ).toEqual(['/v1/tools/demo_extra']);
    expect(paths['/v1/tools/demo_extra']!.post).toMatchObject({ 'x-extension': true });
    const marked = listTools(extended).filter(({ isExtension }) => isExtension);
    expect(marked.map(({ name }) => name)).toEqual(['demo_extra']);
    await extended.close();
  });

  it('listTools refuses two tools of one name', async () => {
    @ToolController('Other')
    class OtherController {
      @ReadTool('demo_book', { title: 'T', description: 'D', answer: DemoBookAnswer, examples: [] })
      book(@ToolInput() { network }: DemoBookInput): DemoBookAnswer {
        return Object.assign(new DemoBookAnswer(), { network });
      }
    }
    @Module({ controllers: [DemoController, OtherController] })
    class TwiceModule {}
    const twice = await NestFactory.createApplicationContext(TwiceModule, { logger: false });
    expect(() => listTools(twice)).toThrow('two controllers declare the tool demo_book');
    await twice.close();
  });

  it.each<[string, string, string]>([
    ['Get-Book', 'D', 'tool name Get-Book: must match'],
    ['get_book', 'x'.repeat(1025), 'tool get_book: the description has 1025 characters; at most 1024'],
  ])(
    'a declaration with the name %s or its description is refused at start',
    (name, description, message) => {
      expect(() => {
        class BadController {
          @ReadTool(name, { title: 'T', description, answer: DemoBookAnswer, examples: [] })
          book(@ToolInput() { network }: DemoBookInput): DemoBookAnswer {
            return Object.assign(new DemoBookAnswer(), { network });
          }
        }
        return BadController;
      }).toThrow(message);
    },
  );

  it('a declaration with a short answer that no member of the input asks for is refused', () => {
    const concise = conciseForm(DemoBookAnswer, (answer: DemoBookAnswer) => answer);
    expect(() => {
      class BadController {
        @ReadTool('short', { title: 'T', description: 'D', answer: DemoBookAnswer, concise, examples: [] })
        book(@ToolInput() { network }: DemoBookInput): DemoBookAnswer {
          return Object.assign(new DemoBookAnswer(), { network });
        }
      }
      return BadController;
    }).toThrow('tool short: an input has `detail` where the answer has a short form, and nowhere else');
  });

  it('a declaration is refused on a method without an input class', () => {
    expect(() => {
      class BadController {
        @ReadTool('no_input', { title: 'T', description: 'D', answer: DemoBookAnswer, examples: [] })
        book(): DemoBookAnswer {
          return new DemoBookAnswer();
        }
      }
      return BadController;
    }).toThrow('BadController.book needs one @ToolInput() parameter');
  });
});
