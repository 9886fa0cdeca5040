// Tables of the generated pages.
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

export const code = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;
