import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import MiniSearch from 'minisearch';

const ROOT = path.resolve(__dirname, '..', '..');
const SCRIPT = path.join(ROOT, 'scripts', 'docs-site.mjs');
const made = (folder: string, ...args: string[]): string => {
  execFileSync(process.execPath, [SCRIPT, folder, ...args], { cwd: ROOT });
  return folder;
};
const FOLDER = mkdtempSync(path.join(tmpdir(), 'guide-'));
const GUIDE = made(path.join(FOLDER, 'guide'));
afterAll(() => {
  rmSync(FOLDER, { recursive: true });
});
/** HTML that Markdown makes, and that of the page around it; a name in angle brackets without its code marks would be another one. */
const KNOWN =
  /^(?:a|article|blockquote|body|br|code|details|div|em|h[1-6]|head|header|html|hr|img|input|label|li|link|main|meta|nav|ol|p|pre|script|search|strong|summary|table|tbody|td|th|thead|title|tr|ul)$/;

const OPTIONS = path.join(ROOT, 'scripts', 'setup', 'guide', 'search-options.mjs');
interface OptionsModule {
  readonly SEARCH_OPTIONS: ConstructorParameters<typeof MiniSearch>[0];
}

interface Found {
  readonly id: string;
  readonly title: string;
}

const read = (page: string, folder = GUIDE): string => readFileSync(path.join(folder, page), 'utf8');
const targetsOf = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target]) => target!);

/** Links of a page that lead to no file of the guide, or to no heading of it. */
function deadLinks(page: string, folder = GUIDE): string[] {
  return targetsOf(read(page, folder)).filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [name, anchor] = target.split('#');
    const file = name === '' ? page : path.join(path.dirname(page), name!);
    if (target === '' || !existsSync(path.join(folder, file))) return true;
    return anchor !== undefined && !read(file, folder).includes(` id="${decodeURIComponent(anchor)}"`);
  });
}

describe('the guide that the build makes of the documents', () => {
  const pages = globSync('**/*.html', { cwd: GUIDE });

  it('the guide has a page for each document, and its navigation leads to each of them', () => {
    const documents = globSync('docs/**/*.md', { cwd: ROOT });
    expect(pages.filter((page) => !page.startsWith('project'))).toHaveLength(documents.length);
    const start = targetsOf(read('index.html'));
    expect(pages.filter((page) => page !== 'index.html' && !start.includes(page))).toEqual([]);
  });

  it.each(pages)('the links and pictures of %s lead to files and headings of the guide', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  it.each(pages)(
    '%s has no script, style or request of its own, and no tag that Markdown does not make',
    (page) => {
      const html = read(page);
      expect(html).not.toMatch(/<style|<script>| style=| on\w+="| src="https?:/);
      const tags = [...html.matchAll(/<([a-zA-Z][\w-]*)/g)].map(([, tag]) => tag!);
      expect(tags.filter((tag) => !KNOWN.test(tag))).toEqual([]);
    },
  );

  it('the text of a document is in its page: tables, code with angle brackets, folded parts', () => {
    expect(read('reference/tools.html')).toContain('<table>');
    expect(read('how-to/console.html')).toContain('<code>/console/&lt;network&gt;');
    expect(read('tutorials/first-transfer.html')).toMatch(/<pre tabindex="0"><code[^>]*>/);
  });

  it('links to files of the repository are text, and lead to them where their address is given', () => {
    const source = 'https://code.example/tree/v1/';
    const linked = made(path.join(FOLDER, 'linked'), '--source-url', source);
    expect(read('reference/history-routes.html', linked)).toContain(
      `href="${source}test/history/routes/proofs.spec.ts"`,
    );
    expect(read('reference/history-routes.html')).not.toContain('proofs.spec.ts"');
  });

  it('a link to a file or a heading that is not there is found', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
    try {
      cpSync(GUIDE, folder, { recursive: true });
      const broken = read('index.html').replace('tutorials/first-transfer.html', 'tutorials/none.html');
      writeFileSync(path.join(folder, 'index.html'), `${broken}<a href="reference/tools.html#none">`);
      expect(deadLinks('index.html', folder)).toEqual(['tutorials/none.html', 'reference/tools.html#none']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['request_id', 'Request ids'],
    ['get_orderbook', 'get_orderbook'],
    ['RATE_LIMIT_READ', 'Configuration'],
    ['webhooks', 'Webhooks'],
    ['liquidat price', 'Liquidation'],
  ])('the search for "%s" finds the section %s', async (wanted, title) => {
    const { SEARCH_OPTIONS } = (await import(OPTIONS)) as OptionsModule;
    const index = MiniSearch.loadJSON(read('search-index.json'), SEARCH_OPTIONS);
    const found = index.search(wanted).slice(0, 12) as unknown as Found[];
    expect(found.map((each) => each.title)).toContain(title);
    const dead = found.filter(({ id }) => {
      const [page, anchor] = id.split('#');
      return anchor !== undefined && !read(page!).includes(` id="${anchor}"`);
    });
    expect(dead).toEqual([]);
  });
});
