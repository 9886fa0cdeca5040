/** The parts of a path that its row leaves open, by name, as sent. */
export type PathParameters = Readonly<Record<string, string>>;

/**
 * A matcher for paths with `{name}`, one segment that is not empty, and `{name*}`, all that is left, which may be empty.
 * It returns the parameters, or undefined for any other path.
 */
export function compilePath(pattern: string): (path: string) => PathParameters | undefined {
  const source = pattern
    .split(/(\{\w+\*?\})/)
    .map((part) => (part.startsWith('{') ? groupOf(part.slice(1, -1)) : escaped(part)));
  const expression = new RegExp(`^${source.join('')}$`);
  return (path) => {
    const found = expression.exec(path);
    return found === null ? undefined : { ...found.groups };
  };
}

function groupOf(name: string): string {
  return name.endsWith('*') ? `(?<${name.slice(0, -1)}>.*)` : `(?<${name}>[^/]+)`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
