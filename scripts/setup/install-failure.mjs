// The reason of a failed install, read from npm's error lines.

const NETWORK =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EPROTO|E40[137]|E429|E5\d\d|.*(?:CERT|ISSUER|SIGNATURE|SSL|TLS).*)$/;
const NOT_WRITABLE = /^(?:EACCES|EPERM|EROFS|ENOENT|ENOTDIR)$/;

const linesOf = (output) =>
  [...output.matchAll(/^npm (?:error|ERR!) ?(.*)$/gm)].map(([, text]) => text).filter((text) => text !== '');

/**
 * `kind`: 'cache' (npm's own folder cannot be written), 'lock file' (`npm ci` refuses it), 'registry',
 * 'hash', 'disk' or 'other'. `reason` is readable text with npm's own line.
 */
export function installFailure(output) {
  const lines = linesOf(output);
  const member = (name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const code = member('code');
  const message = lines.find((line) => !/^(?:code|errno|syscall|path|dest) /.test(line)) ?? output.trim();
  if (code === 'EUSAGE') return { kind: 'lock file', reason: `npm refused package-lock.json: ${message}` };
  if (NETWORK.test(code)) return { kind: 'registry', reason: `the registry cannot be reached: ${message}` };
  if (code === 'EINTEGRITY') {
    return { kind: 'hash', reason: `a package is not the one of the lock file: ${message}` };
  }
  if (code === 'ENOSPC') return { kind: 'disk', reason: `no space is left on the disk: ${message}` };
  if (NOT_WRITABLE.test(code) && !member('path').includes('node_modules')) {
    return { kind: 'cache', reason: `a folder of npm cannot be written: ${message}` };
  }
  return { kind: 'other', reason: message };
}
