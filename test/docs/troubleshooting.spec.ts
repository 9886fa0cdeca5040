import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigurationError } from '@app/networks';
import { listenFailure, loadSettings } from '@app/operations';
import { unknownSettings } from '@app/program';
import { errorCode, type ErrorKind, ERRORS, toolError } from '@app/chain-tools';
import { UpstreamUnavailableError } from '@app/upstream';
import { ALLOWED_HOSTS_ADVICE } from '../../apps/gateway/src/management/management.server';
import { asMirrorError } from '../../apps/gateway/src/node-proxy/mirror/errors/as-mirror-error';
import { refusalReason } from '../../libs/operations/src/management/sender';

const ROOT = path.resolve(__dirname, '..', '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/how-to/troubleshooting.md'), 'utf8');

/** Quoted texts of the headings of a section. */
function quotedIn(title: string): string[] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const headings = section.split('\n').filter((line) => line.startsWith('### '));
  return headings.flatMap((heading) => [...heading.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));
}

const fragmentsOf = (quoted: string): string[] => quoted.split(/<[^>]+>/);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches what the quoted text stands for: text in angle brackets is any text. */
const patternOf = (quoted: string): RegExp => new RegExp(`^${fragmentsOf(quoted).map(escaped).join('.+')}$`);

const messageOf = (act: () => unknown): string => {
  try {
    act();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

const refusalOf = (env: NodeJS.ProcessEnv): string => messageOf(() => loadSettings(env));
const noAddress = (code: string): string => {
  const error = Object.assign(new Error(code), { code });
  return messageOf(() => listenFailure('PORT', 'HOST', '192.0.2.1', 3000)(error));
};

/** Messages that the product prints, made by the code that prints them. */
const PRINTED = [
  refusalOf({ PORT: 'http' }),
  refusalOf({ NODE_ENV: 'production' }),
  refusalOf({ REDIS_URL: 'rediss://redis', REDIS_TLS_CA_FILE: path.join(tmpdir(), 'no-such-file.pem') }),
  new ConfigurationError('networks.yaml', ['networks.mainnet.nodes: is missing']).message,
  noAddress('EADDRINUSE'),
  noAddress('EADDRNOTAVAIL'),
  ...unknownSettings(['RATE_LIMIT_REED'], ['RATE_LIMIT_READ']),
  toolError('UPSTREAM_UNAVAILABLE', 'mainnet', 'timed out').message,
  asMirrorError(new UpstreamUnavailableError('mainnet', [])).message,
  toolError('PROFILE_MISMATCH', 'tables.orders', 'no table').message,
  toolError('NETWORK_NOT_CONFIGURED', 'testnet').message,
  toolError('RATE_LIMITED', 'read', 300, 60).message,
  toolError('BODY_TOO_LARGE', 16_384).message,
  toolError('SHUTTING_DOWN').message,
  toolError('OVERLOADED').message,
  refusalReason({ host: 'gateway.example.org' }, [], ALLOWED_HOSTS_ADVICE) ?? '',
];

/** Files with the messages of nodes and Redis: of the client, of ioredis, and of the specs with a real Redis. */
const sources = globSync(
  [
    'libs/upstream/src/**/*.ts',
    'libs/rate-limit/src/*.ts',
    'node_modules/ioredis/built/**/*.js',
    'test/libs/redis/*.spec.ts',
    'test/gateway/rate-limit/*.spec.ts',
  ],
  { cwd: ROOT },
).map((file) => readFileSync(path.join(ROOT, file), 'utf8'));

/** Whether one file has all fixed parts of the text, one after another on a line. */
function isInSource(quoted: string): boolean {
  const pattern = new RegExp(fragmentsOf(quoted).filter(Boolean).map(escaped).join('.*'));
  return sources.some((source) => pattern.test(source));
}

describe('docs/how-to/troubleshooting.md', () => {
  it.each(
    [...quotedIn('The start fails'), ...quotedIn('Requests fail')].filter((text) => text.includes(' ')),
  )('the page of troubleshooting quotes a message that is printed: %s', (quoted) => {
    expect(PRINTED.filter((message) => patternOf(quoted).test(message))).not.toEqual([]);
  });

  it('the page of troubleshooting quotes every message that this spec prints', () => {
    const quoted = [...quotedIn('The start fails'), ...quotedIn('Requests fail')].map(patternOf);
    expect(PRINTED.filter((message) => !quoted.some((pattern) => pattern.test(message)))).toEqual([]);
  });

  it('the page of troubleshooting lists every error code with its status and whether a repetition can succeed', () => {
    const section = PAGE.split(/^## /m).find((part) => part.startsWith('Error codes\n')) ?? '';
    const rows = section.matchAll(/^\| `([a-z_]+)` +\| (\d+) +\| (may succeed|fails again) +\| \S/gm);
    const listed = [...rows].map(([, code, status, again]) => [code, Number(status), again]);
    const declared = (Object.keys(ERRORS) as ErrorKind[]).map((kind) => {
      const { status, retry } = ERRORS[kind];
      return [errorCode(kind), status, retry === 'later' ? 'may succeed' : 'fails again'];
    });
    expect(listed.sort()).toEqual(declared.sort());
  });

  it.each([...quotedIn('A node is not used'), ...quotedIn('Redis is not used')])(
    'the page of troubleshooting quotes a reason that is in the source: %s',
    (quoted) => {
      expect(isInSource(quoted)).toBe(true);
    },
  );
});
