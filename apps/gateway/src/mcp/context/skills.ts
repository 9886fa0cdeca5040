import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SERVER_IDENTITY } from '../server-info';
import { ServerDescription } from '../server-description';
import { ContextCatalogue } from './context-catalogue';

/** A file of a skill (SEP-2640), as `resources/read` answers it. */
export interface SkillFile {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** The entry of a skill: its frontmatter, and all files with digest and size. */
interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

const FRONTMATTER = {
  name: SERVER_IDENTITY.name,
  description:
    'Rules and steps to read, compose, sign and relay transactions of a chain with lending and an orderbook exchange ' +
    'by the tools of this server. Use it before the first transaction.',
};
const ROOT = `skill://${FRONTMATTER.name}`;
export const SKILL_URI = `${ROOT}/SKILL.md`;
const GUIDES = ['signing', 'limits'];

/** The skill of this server, made of its instructions, its prompts and its guides. */
@Injectable()
export class Skills {
  constructor(
    private readonly catalogue: ContextCatalogue,
    private readonly description: ServerDescription,
  ) {}

  /** The file of a URI; undefined for every other URI. */
  async file(uri: unknown): Promise<SkillFile | undefined> {
    if (typeof uri !== 'string' || !uri.startsWith(`${ROOT}/`)) return undefined;
    return (await this.#files()).find((file) => file.uri === uri);
  }

  async entry(): Promise<SkillEntry> {
    const files = await this.#files();
    return {
      uri: SKILL_URI,
      frontmatter: FRONTMATTER,
      resources: files.map(({ uri, text }) => ({
        uri,
        digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
        size: Buffer.byteLength(text),
      })),
    };
  }

  async #files(): Promise<SkillFile[]> {
    const guides = await Promise.all(GUIDES.map((name) => this.#guide(name)));
    return [{ uri: SKILL_URI, mimeType: 'text/markdown', text: this.#main() }, ...guides];
  }

  /** @throws Error where the application has no such guide */
  async #guide(name: string): Promise<SkillFile> {
    const found = this.catalogue.find(`guide://${name}`);
    if (found === undefined) throw new Error(`there is no guide ${name}`);
    const { mimeType } = found.resource;
    const text = String(await found.resource.call(found.variables));
    return { uri: `${ROOT}/references/${name}.md`, mimeType, text };
  }

  #main(): string {
    const prompts = this.catalogue.prompts().map(({ name, description, arguments: args }) => {
      const names = args.map((argument) => argument.name).join(', ');
      return `- \`${name}\` (${names}): ${description}`;
    });
    const members = Object.entries(FRONTMATTER).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return [
      ...['---', ...members, '---', '', `# ${SERVER_IDENTITY.title}`, ''],
      ...this.description.instructions.split('\n').flatMap((rule) => [rule, '']),
      ...['## Whole tasks', '', 'Prompts of this server, with their arguments (`prompts/get`):', ''],
      ...[...prompts, '', '## References', ''],
      ...GUIDES.map((name) => `- [${name}](references/${name}.md)`),
      '',
    ].join('\n');
  }
}
