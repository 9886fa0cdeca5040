const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
const ENCODED = /%[0-9a-f]{2}/gi;
const UNRESERVED = /^[\w.~-]$/;

/**
 * A request target as the routes know it: the absolute form loses its scheme and authority (RFC 9112
 * 3.2.2), and letters, digits, `-`, `.`, `_` and `~` of the path are decoded (RFC 3986 6.2.2.2). All
 * other targets stay as they are. Not by `new URL`, which refuses targets (`//`, `http://[`).
 */
export function normalizedTarget(target: string): string {
  const relative = target.startsWith('/') ? target : withoutAuthority(target);
  return relative.includes('%') ? withUnreservedDecoded(relative) : relative;
}

/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

function withoutAuthority(target: string): string {
  const authority = ABSOLUTE_FORM.exec(target)?.[0];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function withUnreservedDecoded(target: string): string {
  const query = target.indexOf('?');
  const end = query < 0 ? target.length : query;
  const path = target.slice(0, end).replace(ENCODED, (encoded) => {
    const character = String.fromCharCode(parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
  return path + target.slice(end);
}
