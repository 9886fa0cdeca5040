const VARIABLE = /\{([a-z_]+)\}/g;

/** The names of the variables of a URI template (RFC 6570, level 1), in order. */
export function variablesOf(template: string): string[] {
  return [...template.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** The template with some of its variables filled in, percent-encoded. */
export function expandUri(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(VARIABLE, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** The values of the variables when `uri` is of the template; undefined when it is not. A value has no slash. */
export function matchUri(template: string, uri: string): Record<string, string> | undefined {
  const names = variablesOf(template);
  const literals = template.split(/\{[a-z_]+\}/).map(escaped);
  const match = new RegExp(`^${literals.join('([^/]+)')}$`).exec(uri);
  if (match === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]));
  } catch {
    // a broken percent encoding names nothing
    return undefined;
  }
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
