import path from 'node:path';

interface ChangelogModule {
  datedSection(text: string, version: string, date: string): { section: string; text: string };
}
const load = () =>
  import(path.resolve(__dirname, '../../../scripts/release/changelog.mjs')) as Promise<ChangelogModule>;

const HEAD = '# Changelog\n\nAll changes.\n\n';
const CHANGES = '### Added\n\n- A tool.\n\n### Fixed\n\n- A price.\n';
const OLDER = '\n## [1.0.0] - 2026-01-01\n\n### Added\n\n- The start.\n';

describe('the section of a release', () => {
  it('the section has the changes since the last release, with version and date', async () => {
    const { datedSection } = await load();
    const { section, text } = datedSection(
      `${HEAD}## [Unreleased]\n\n${CHANGES}${OLDER}`,
      '1.1.0',
      '2026-11-26',
    );
    expect(section).toBe(`## [1.1.0] - 2026-11-26\n\n${CHANGES}`);
    expect(text).toBe(`${HEAD}## [Unreleased]\n\n${section}${OLDER}`);
  });

  it('the first release has all changes', async () => {
    const { datedSection } = await load();
    const { text } = datedSection(`${HEAD}## [Unreleased]\n\n${CHANGES}`, '1.0.0', '2026-11-26');
    expect(text).toBe(`${HEAD}## [Unreleased]\n\n## [1.0.0] - 2026-11-26\n\n${CHANGES}`);
  });

  it.each([
    ['without the section Unreleased', `${HEAD}${OLDER}`, 'no section'],
    ['with nothing to release', `${HEAD}## [Unreleased]\n`, 'nothing below Unreleased'],
    [
      'whose version is released',
      `${HEAD}## [Unreleased]\n\n${CHANGES}${OLDER}`,
      'a section of 1.0.0 already',
    ],
  ])('a changelog %s is refused', async (_condition, text, message) => {
    const { datedSection } = await load();
    expect(() => datedSection(text, '1.0.0', '2026-11-26')).toThrow(message);
  });
});
