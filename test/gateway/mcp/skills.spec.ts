import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { z } from 'zod';
import { NetworkClients } from './support/network-clients';

const URI = 'skill://chain-tool-gateway/SKILL.md';
/** Source: SEP-2640, skill entries. */
const skill = z.strictObject({
  uri: z.literal(URI),
  frontmatter: z.strictObject({
    name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    description: z.string().min(1).max(1024),
  }),
  resources: z.array(
    z.strictObject({
      uri: z.string().startsWith('skill://chain-tool-gateway/'),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      size: z.int(),
    }),
  ),
});
const cached = { ttlMs: z.int().optional(), cacheScope: z.literal('public').optional() };
const listed = z.looseObject({ skills: z.array(skill), ...cached });
const got = z.looseObject({ skill, ...cached });

const clients = new NetworkClients();
beforeAll(() => clients.start());
afterAll(() => clients.close());

/** The client of the official library for the revisions with `initialize`, with the methods of the extension. */
const { older } = clients;
const list = () => older.request({ method: 'skills/list', params: {} }, listed);
const get = (uri: string) => older.request({ method: 'skills/get', params: { uri } }, got);

describe('skills over MCP', () => {
  it('the server declares the extension in both families of revisions', () => {
    for (const { client } of clients.byRevision) {
      const capabilities = client.getServerCapabilities() as { extensions?: object } | undefined;
      expect(capabilities?.extensions).toMatchObject({ 'io.modelcontextprotocol/skills': {} });
    }
  });

  it('the entry of the list is that of skills/get', async () => {
    const { skills } = await list();
    expect(skills).toHaveLength(1);
    expect((await get(URI)).skill).toEqual(skills[0]);
  });

  it.each(clients.byRevision)(
    'each file of the skill has the digest and size of its entry in $revision',
    async ({ client }) => {
      const [entry] = (await list()).skills;
      const texts = await Promise.all(
        entry!.resources.map(async ({ uri, digest, size }) => {
          const [content] = (await client.readResource({ uri })).contents;
          const { text } = content as { text: string };
          expect([
            `sha256:${createHash('sha256').update(text).digest('hex')}`,
            Buffer.byteLength(text),
          ]).toEqual([digest, size]);
          return text;
        }),
      );
      const [, frontmatter = ''] = /^---\n([^]+?)\n---\n/.exec(texts[0]!) ?? [];
      expect(parse(frontmatter)).toEqual(entry!.frontmatter);
      const references = [...texts[0]!.matchAll(/\]\((references\/[^)]+)\)/g)].map(
        ([, file]) => `skill://chain-tool-gateway/${file}`,
      );
      expect(entry!.resources.map(({ uri }) => uri)).toEqual([URI, ...references]);
    },
  );

  it('the skill has the instructions of the server, its prompts and its guides, word for word', async () => {
    const read = async (uri: string): Promise<string> =>
      ((await older.readResource({ uri })).contents[0] as { text: string }).text;
    const main = await read(URI);
    for (const rule of older.getInstructions()!.split('\n')) expect(main).toContain(rule);
    for (const { name } of (await older.listPrompts()).prompts) expect(main).toContain(`\`${name}\``);
    const guides = await Promise.all(['signing', 'limits'].map((name) => read(`guide://${name}`)));
    expect(await read('skill://chain-tool-gateway/references/signing.md')).toBe(guides[0]);
    expect(await read('skill://chain-tool-gateway/references/limits.md')).toBe(guides[1]);
  });

  it.each(['skill://other/SKILL.md', 'skill://chain-tool-gateway', 'guide://signing'])(
    'skills/get refuses %s, which is no skill',
    async (uri) => {
      await expect(get(uri)).rejects.toMatchObject({ code: -32602 });
    },
  );
});
