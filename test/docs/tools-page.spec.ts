import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API_DOCUMENT } from '../harness/api-document';

const PAGE = readFileSync(path.resolve(__dirname, '..', '..', 'docs', 'reference', 'tools.md'), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
}

interface Document {
  readonly paths: Readonly<Record<string, { post?: Operation }>>;
  readonly components: { schemas: Readonly<Record<string, { properties?: object }>> };
}

const { paths, components } = JSON.parse(readFileSync(API_DOCUMENT, 'utf8')) as Document;
const tools = Object.entries(paths)
  .filter(([route]) => route.startsWith('/v1/tools/'))
  .map(([, { post }]) => post!);

/** Text of the section of a tool, without its heading. */
const sectionOf = (tool: string): string =>
  PAGE.split(/^##+ /m)
    .find((section) => section.startsWith(`${tool}\n`))!
    .slice(tool.length);

describe('docs/reference/tools.md', () => {
  it.each(tools.map((tool) => [tool.operationId, tool] as const))(
    'section %s has each field, a call and a sample answer',
    (name, { requestBody }) => {
      const section = sectionOf(name);
      const { $ref } = requestBody.content['application/json'].schema;
      const fields = Object.keys(components.schemas[path.basename($ref)]?.properties ?? {});
      expect(fields).toContain('network');
      const listed = fields.filter((field) => section.includes(`| \`${field}\` `));
      expect(listed).toEqual(fields.filter((field) => field !== 'network'));
      expect(section).toContain(`/v1/tools/${name} -d '{`);
      expect(JSON.parse(/```json\n([\s\S]+?)```/.exec(section)![1]!)).toMatchObject({});
    },
  );

  it('docs/reference/tools.md describes a proposal once', () => {
    expect(PAGE.match(/^\| `transaction\.signing_digest` /gm)).toHaveLength(1);
    expect(PAGE.match(/Nothing is sent: read/g)).toHaveLength(1);
    expect(PAGE.match(/Answer: a \[proposal\]\(#a-proposal\)/g)).toHaveLength(13);
  });

  it('docs/reference/tools.md has less than a third of its text in lines that occur again', () => {
    const lines = PAGE.split('\n');
    const again = lines.filter((line) => lines.indexOf(line) !== lines.lastIndexOf(line));
    expect(again.join('\n').length / PAGE.length).toBeLessThan(1 / 3);
  });
});
