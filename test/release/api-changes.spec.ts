import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API_DOCUMENT } from '../harness/api-document';

const ROOT = path.resolve(__dirname, '..', '..');
const RELEASED = path.join(ROOT, 'docs', 'reference', 'released-openapi.json');

interface Schema {
  type: string | string[];
  readonly properties: Record<
    string,
    Partial<Schema> & { enum?: string[]; maxLength?: number; pattern?: string }
  >;
  readonly required: string[];
}
interface Operation {
  operationId: string;
  readonly parameters: object[];
  readonly responses: Record<string, object>;
}
interface ApiDocument {
  readonly info: { version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}
interface ChangesModule {
  compareApi(
    program: string,
    base: string,
    revision: string,
  ): Promise<{ changes: string[]; isAllowed: boolean }>;
}
interface DocumentModule {
  compactDocument(document: object): string;
}

const TRANSFER = '/v1/tools/transfer';
const remove = (list: string[], value: string) => list.splice(list.indexOf(value), 1);

/** Edits that break callers, with the rule of oasdiff that finds each. */
const BREAKING: readonly (readonly [
  string,
  string,
  (api: ApiDocument, schemas: ApiDocument['components']['schemas']) => unknown,
])[] = [
  ['a path is removed', 'api-path-removed', ({ paths }) => Reflect.deleteProperty(paths, TRANSFER)],
  ['an operation is removed', 'api-removed', ({ paths }) => delete paths['/health']!['get']],
  [
    'a status is removed',
    'response-success-status-removed',
    ({ paths }) => delete paths[TRANSFER]!['post']!.responses['200'],
  ],
  [
    'a member of an answer is removed',
    'response-required-property-removed',
    (_api, { PriceLevelAnswer: level }) => {
      delete level!.properties['orders'];
      remove(level!.required, 'orders');
    },
  ],
  [
    'a member that an answer may leave out is removed',
    'response-optional-property-removed',
    (_api, { SimulationAnswer: simulation }) => delete simulation!.properties['order'],
  ],
  [
    'a member of an answer may be left out',
    'response-property-became-optional',
    (_api, { PriceLevelAnswer: level }) => remove(level!.required, 'orders'),
  ],
  [
    'a member of an answer has another type',
    'response-property-type-changed',
    (_api, { PriceLevelAnswer: level }) => (level!.properties['orders']!.type = 'string'),
  ],
  [
    'a member of an answer may be null',
    'response-property-became-nullable',
    (_api, { OraclePriceAnswer: price }) => (price!.properties['price']!.type = ['string', 'null']),
  ],
  [
    'an input has a new required member',
    'new-required-request-property',
    (_api, { TransferInput: input }) => {
      input!.properties['reason'] = { type: 'string' };
      input!.required.push('reason');
    },
  ],
  [
    'a member of an input becomes required',
    'request-property-became-required',
    (_api, { TransferInput: input }) => input!.required.push('memo'),
  ],
  [
    'a member of an input is removed',
    'request-property-removed',
    (_api, { TransferInput: input }) => delete input!.properties['memo'],
  ],
  [
    'a member of an input has fewer values',
    'request-property-enum-value-removed',
    (_api, { TransferInput: input }) => remove(input!.properties['symbol']!.enum!, 'USDT'),
  ],
  [
    'a member of an input has another type',
    'request-property-type-changed',
    (_api, { TransferInput: input }) => (input!.properties['memo']!.type = 'integer'),
  ],
  [
    'a member of an input is shorter',
    'request-property-max-length-decreased',
    (_api, { TransferInput: input }) => (input!.properties['memo']!.maxLength = 100),
  ],
  [
    'a member of an input has another pattern',
    'request-property-pattern-changed',
    (_api, { TransferInput: input }) => (input!.properties['request_id']!.pattern = '^[a-z]$'),
  ],
  [
    'an operation has a new required header',
    'new-required-request-parameter',
    ({ paths }) =>
      paths[TRANSFER]!['post']!.parameters.push({
        name: 'x-new',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      }),
  ],
];

const COMPATIBLE: readonly (readonly [
  string,
  (api: ApiDocument, schemas: ApiDocument['components']['schemas']) => unknown,
])[] = [
  [
    'a path is added',
    ({ paths }) => {
      const post = { ...paths[TRANSFER]!['post']!, operationId: 'transfer_again' };
      paths['/v1/tools/transfer_again'] = { post };
    },
  ],
  [
    'an input has a new optional member',
    (_api, { TransferInput: input }) => (input!.properties['reason'] = { type: 'string' }),
  ],
  [
    'an answer has a new member',
    (_api, { PriceLevelAnswer: level }) => {
      level!.properties['note'] = { type: 'string' };
      level!.required.push('note');
    },
  ],
  [
    'a member of an input is longer',
    (_api, { TransferInput: input }) => (input!.properties['memo']!.maxLength = 300),
  ],
];

describe('npm run api:check', () => {
  let folder: string;
  let edited: string;
  const program = process.env.OASDIFF!;
  const compare = async (base: string, revision: string) => {
    const { compareApi } = (await import(
      path.join(ROOT, 'scripts/release/api-changes.mjs')
    )) as ChangesModule;
    return compareApi(program, base, revision);
  };
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'api-'));
    edited = path.join(folder, 'openapi.json');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function edit(change: (typeof COMPATIBLE)[number][1]): void {
    const api = JSON.parse(readFileSync(RELEASED, 'utf8')) as ApiDocument;
    change(api, api.components.schemas);
    writeFileSync(edited, JSON.stringify(api));
  }

  it('the present API document breaks no caller of the last release', async () => {
    expect(await compare(RELEASED, API_DOCUMENT)).toEqual({ changes: [], isAllowed: true });
  });

  it('the document of a release has all that the check compares', async () => {
    const { compactDocument } = (await import(
      path.join(ROOT, 'scripts/release/api-document.mjs')
    )) as DocumentModule;
    const text = compactDocument(JSON.parse(readFileSync(API_DOCUMENT, 'utf8')) as object);
    writeFileSync(edited, text);
    expect((await compare(API_DOCUMENT, edited)).changes).toEqual([]);
    expect((await compare(edited, API_DOCUMENT)).changes).toEqual([]);
    expect(text.length).toBeLessThan(300_000);
  });

  it.each(BREAKING)('a change is refused without a major version: %s', async (_title, rule, change) => {
    edit(change);
    const { changes, isAllowed } = await compare(RELEASED, edited);
    expect(isAllowed).toBe(false);
    expect(changes.filter((line) => !line.includes(`[${rule}`))).toEqual([]);
    expect(changes.length).toBeGreaterThan(0);
  });

  it.each(COMPATIBLE)('a change is accepted: %s', async (_title, change) => {
    edit(change);
    expect(await compare(RELEASED, edited)).toEqual({ changes: [], isAllowed: true });
  });

  it('a breaking change is listed and accepted with a higher major version', async () => {
    edit((api) => {
      Reflect.deleteProperty(api.paths, TRANSFER);
      api.info.version = `${Number(api.info.version.split('.')[0]) + 1}.0.0`;
    });
    const { changes, isAllowed } = await compare(RELEASED, edited);
    expect([changes.length, isAllowed]).toEqual([1, true]);
  });

  it('a document that cannot be read is an error, and no absence of changes', async () => {
    writeFileSync(edited, '{"info":{"version":"1.0.0"}');
    await expect(compare(RELEASED, edited)).rejects.toThrow('oasdiff: ');
  });
});
