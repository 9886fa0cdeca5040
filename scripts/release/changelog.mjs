// The section of a release, made from the section Unreleased of CHANGELOG.md.

const UNRELEASED = '## [Unreleased]';

/**
 * @param text of CHANGELOG.md
 * @param date of the release, `2026-11-26`
 * @returns `section`: the dated section; `text`: the file with it, and an empty section Unreleased above
 * @throws Error when there is nothing to release, or when the version has a section
 */
export function datedSection(text, version, date) {
  const from = text.indexOf(`${UNRELEASED}\n`);
  if (from < 0) throw new Error(`CHANGELOG.md has no section ${UNRELEASED}`);
  if (text.includes(`\n## [${version}]`)) throw new Error(`CHANGELOG.md has a section of ${version} already`);
  const after = from + UNRELEASED.length;
  const next = text.indexOf('\n## [', after);
  const end = next < 0 ? text.length : next;
  const body = text.slice(after, end).trim();
  if (!/^- /m.test(body)) throw new Error('CHANGELOG.md has nothing below Unreleased');
  const section = `## [${version}] - ${date}\n\n${body}\n`;
  return { section, text: `${text.slice(0, from)}${UNRELEASED}\n\n${section}${text.slice(end)}` };
}
