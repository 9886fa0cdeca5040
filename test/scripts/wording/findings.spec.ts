import path from 'node:path';

interface FindingsModule {
  findingsOf(file: string, text: string): { line: number; problem: string }[];
}
const MODULE = path.resolve(__dirname, '../../../scripts/wording/findings.mjs');
const load = () => import(MODULE) as Promise<FindingsModule>;

const SUBJECT = 'name the subject';

describe('findings', () => {
  it.each([
    ['a line comment', '// What a node sent.\n', 1],
    ['a line comment that begins with a small letter', 'let a = 1; // what a node sent\n', 1],
    ['a docstring', 'let a = 1;\n/** Who signs. */\nlet b = 2;\n', 2],
    ['a later sentence of a comment', '/**\n * Rows of a table.\n * Those who wait come last.\n */\n', 1],
    ['a tag of a docstring', '/** @param a whoever */\nlet a;\n', 1],
    ['a sentence over two line comments', '// The head is old. Whoever\n// waits.\n', 1],
    ['a comment before a closing brace', 'function a() {\n  b();\n  // Whoever waits.\n}\n', 3],
    ['a comment at the end of a file', 'a();\n// Whoever waits.', 2],
    ['a comment between arguments', 'a(1, /* what is paid */ 2);\n', 1],
  ])('the wording rules refuse %s that has no subject', async (_, text, line) => {
    const { findingsOf } = await load();
    const [finding, ...others] = findingsOf('a.ts', text);
    expect(finding).toEqual({ line, problem: expect.stringContaining(SUBJECT) as string });
    expect(others).toEqual([]);
  });

  it.each([
    "describe('what is paid', () => {});",
    "it('who signs', () => {});",
    "test('whoever waits', () => {});",
    "it.each([[1]])('what is paid with %s', () => {});",
    "it.only('whoever waits', () => {});",
    'describe.each`a`(`those who wait`, () => {});',
    'it(`what ${name} pays`, () => {});',
  ])('the wording rules refuse the title of %s', async (text) => {
    const { findingsOf } = await load();
    expect(findingsOf('a.spec.ts', text)).toEqual([
      { line: 1, problem: expect.stringMatching(/^title begins with /) as string },
    ]);
  });

  it.each([
    "it('are refused', () => {});",
    "it('is refused', () => {});",
    "it('has no row', () => {});",
    "it('refuses an expired transaction', () => {});",
    "it('never signs', () => {});",
    "it.each([[1]])('of version %d is read', () => {});",
  ])('the wording rules refuse the title of the test %s, which has no subject', async (text) => {
    const { findingsOf } = await load();
    expect(findingsOf('a.spec.ts', text)).toEqual([
      { line: 1, problem: expect.stringMatching(/does not read alone: name the subject$/) as string },
    ]);
    expect(findingsOf('a.spec.ts', text.replace('it', 'describe'))).toEqual([]);
  });

  it('the wording rules refuse a heading, and no text of a code block', async () => {
    const { findingsOf } = await load();
    const page = '# Fees\n\nWhat is paid.\n\n```sh\n# what is paid\n```\n\n## What is paid\n';
    expect(findingsOf('docs/reference/limits.md', page)).toEqual([
      { line: 9, problem: 'heading begins with "What is paid": name the subject' },
    ]);
  });

  it.each([
    ['a name within a sentence', '// Tells what a node sent, and who signed.'],
    ['a small letter behind an abbreviation', '// Rows, e.g. what a node sent.'],
    ['a word with the same beginning', '// Whole rows. Whose key it is.'],
    ['a string', "const a = '// What a node sent';"],
    ['a template', 'const a = `/* What ${b} sent */`;'],
    ['a regular expression', 'const a = /\\/\\/ What/;'],
    ['the title of another function', "log('what is paid');"],
  ])('the wording rules accept %s', async (_, text) => {
    const { findingsOf } = await load();
    expect(findingsOf('a.mjs', text)).toEqual([]);
  });

  it('the wording rules refuse a term of the word list in prose', async () => {
    const { findingsOf } = await load();
    expect(findingsOf('a.ts', '// The backstory of a borrower.')).toEqual([
      { line: 1, problem: 'comment: write "seed history" instead of "backstory"' },
    ]);
  });
});
