import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as stateless from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PackedProject } from '../../harness/process/packed-project';
import { freePorts } from '../../harness/process/ports';

const README = readFileSync(path.resolve(__dirname, '../../../libs/tooling/README.md'), 'utf8');
/** The application of the README. */
const [, APPLICATION = ''] = /```ts\n\/\/ app\.ts\n(.*?)```/s.exec(README) ?? [];

const PEERS = [
  ...['@modelcontextprotocol/sdk', '@nestjs/common', '@nestjs/core', '@nestjs/platform-express'],
  ...['@nestjs/swagger', 'ajv', 'class-transformer', 'class-validator', 'fast-check', 'reflect-metadata'],
  'rxjs',
];
const EMITTED = { noEmit: false, experimentalDecorators: true, emitDecoratorMetadata: true };
const IMPLEMENTATION = { name: 'spec', version: '1' };
const REFUSED = { error: 'times: must be from 1 to 3, got 9', code: 'invalid_arguments' };

describe('the package nest-tools', () => {
  let project: PackedProject;
  let errors: string[];
  let application: ChildProcess;
  let url: string;

  beforeAll(async () => {
    project = await PackedProject.create('nest-tools', [], PEERS);
    project.write({ 'app.ts': APPLICATION });
    errors = await project.typeErrors(['app.ts'], EMITTED);
    const port = await freePorts();
    url = `http://127.0.0.1:${port}`;
    application = spawn(process.execPath, ['app.js', String(port)], {
      cwd: project.folder,
      stdio: 'inherit',
    });
    await answering(`${url}/docs-json`, application);
  });
  afterAll(async () => {
    application.kill();
    await once(application, 'exit');
    project.remove();
  });

  it('the package has the faces, dependencies and peers that it states', () => {
    const { dependencies, peerDependencies, exports } = project.manifest;
    expect(Object.keys(dependencies ?? {})).toEqual(['fastest-levenshtein', 'zod']);
    expect(Object.keys(peerDependencies ?? {})).toEqual([
      ...['@modelcontextprotocol/sdk', '@nestjs/common', '@nestjs/core', '@nestjs/swagger', 'ajv'],
      ...['class-validator', 'fast-check'],
    ]);
    expect(Object.keys(exports ?? {})).toEqual(['.', './testing']);
  });

  it('the application of the README compiles strictly, and wrong declarations are named', async () => {
    expect(errors.filter(isOurs)).toEqual([]);
    const head = `import { defineTool, errorsOf, TextField } from 'nest-tools';\n`;
    project.write({
      'wrong.ts': `${head}export const a = TextField({ maxLength: '20' });\nexport const b = errorsOf({ GONE: { status: 400, retry: 'never', message: () => 'gone' } })('LOST');\nexport const c = defineTool('x', { title: 'X' }, { kind: 'read' });\n`,
    });
    expect((await project.typeErrors(['wrong.ts'])).filter(isOurs)).toEqual([
      'wrong.ts(2',
      'wrong.ts(3',
      'wrong.ts(4',
    ]);
  });

  const overRest = async (input: object): Promise<[status: number, answer: unknown]> => {
    const response = await fetch(`${url}/v1/tools/repeat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    return [response.status, await response.json()];
  };

  it('the tool answers over REST, and refuses an input with its reason', async () => {
    expect(await overRest({ text: 'ha', times: 2 })).toEqual([200, { said: 'haha' }]);
    expect(await overRest({ text: 'ha', times: 9 })).toEqual([400, REFUSED]);
  });

  const clients = [
    ['of the older revisions', () => new Client(IMPLEMENTATION), StreamableHTTPClientTransport],
    [
      'of the newest revision',
      () => new stateless.Client(IMPLEMENTATION, { versionNegotiation: { mode: 'auto' } }),
      stateless.StreamableHTTPClientTransport,
    ],
  ] as const;

  it.each(clients)(
    'the tool answers the official client %s, with the refusals of REST',
    async (_of, make, Transport) => {
      const client = make() as Client;
      await client.connect(new Transport(new URL(`${url}/mcp`)) as StreamableHTTPClientTransport);
      const { tools } = await client.listTools();
      expect(tools).toMatchObject([
        {
          name: 'repeat',
          inputSchema: { required: ['text'], properties: { times: { minimum: 1, maximum: 3, default: 1 } } },
          outputSchema: { properties: { said: { type: 'string' } } },
        },
      ]);
      const call = (input: Record<string, unknown>) => client.callTool({ name: 'repeat', arguments: input });
      expect(await call({ text: 'ha', times: '2' })).toMatchObject({ structuredContent: { said: 'haha' } });
      expect(await call({ text: 'ha', times: 9 })).toMatchObject({
        ...{ isError: true, content: [{ type: 'text', text: REFUSED.error }], _meta: { code: REFUSED.code } },
      });
      await client.close();
    },
  );

  it('a page of another origin may not call, and a path without a route has the shape of errors', async () => {
    const page = await fetch(`${url}/mcp`, { method: 'POST', headers: { origin: 'https://example.org' } });
    expect(page.status).toBe(403);
    const unknown = await fetch(`${url}/v1/tools/repaet`, { method: 'POST' });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: 'Cannot POST /v1/tools/repaet', code: 'not_found' },
    ]);
  });

  it('OpenAPI describes the tool by the same declaration', async () => {
    const document = (await (await fetch(`${url}/docs-json`)).json()) as { paths: Record<string, object> };
    expect(document.paths).toMatchObject({
      '/v1/tools/repeat': {
        post: {
          operationId: 'repeat',
          requestBody: { content: { 'application/json': { schema: { additionalProperties: false } } } },
        },
      },
    });
    expect(Object.keys(document.paths)).toEqual(['/v1/tools/repeat']);
  });

  it('the contract test of the package loads and finds a description that differs', async () => {
    project.write({
      'contract.mjs': CONTRACT,
    });
    const { code, output } = await project.run('contract.mjs');
    expect({ code, output }).toEqual({ code: 0, output: 'kept\nbroken\n' });
  });
});

/** Checks a tool by hand: the application of the README listens as soon as it is loaded. */
const CONTRACT = `
import { checkToolContract } from 'nest-tools/testing';
import { ToolError } from 'nest-tools';
const inputSchema = { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false };
const tool = {
  name: 'x', title: 'X', description: 'X.', examples: [{}], inputSchema, requestSchema: inputSchema,
  outputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  read(input) {
    const isRight = Object.entries(input).every(([name, value]) => name === 'a' && typeof value === 'boolean');
    if (!isRight) throw new ToolError('INVALID_ARGUMENTS', 'no', { status: 400, retry: 'never' });
    return input;
  },
};
checkToolContract(tool);
console.log('kept');
try {
  checkToolContract(tool, { requestSchema: { ...inputSchema, additionalProperties: true } });
} catch {
  console.log('broken');
}
`;

/** Declarations of other packages are not strict. */
const isOurs = (place: string): boolean => !/^node_modules\/(?!nest-tools\/)/.test(place);

async function answering(address: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the application ended with ${child.exitCode}`);
    const isThere = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
