import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Paths of PEM files. */
export interface Certificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
}

/** An authority, a certificate for the name `redis.internal`, and one for a client, made by openssl. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-tls-'));
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const newKey = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl(...newKey, '-x509', '-subj', '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  for (const [name, host] of [
    ['server', 'redis.internal'],
    ['client', 'gateway.internal'],
  ] as const) {
    openssl(...newKey.slice(0, -2), '-subj', `/CN=${host}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    writeFileSync(file('extensions'), `subjectAltName=DNS:${host}\n`);
    const sign = [
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
    ];
    openssl(...sign, '-days', '2', '-extfile', 'extensions', '-out', `${name}.pem`);
  }
  const pair = (name: string) => ({ cert: file(`${name}.pem`), key: file(`${name}.key`) });
  return { ca: file('ca.pem'), server: pair('server'), client: pair('client') };
}

/** Options of redis-server that take connections with a client certificate alone. */
export const tlsOptions = ({ ca, server }: Certificates): string[] => [
  ...['--tls-cert-file', server.cert, '--tls-key-file', server.key, '--tls-ca-cert-file', ca],
  ...['--tls-auth-clients', 'yes'],
];
