import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWebhooks } from './webhooks-file';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ENTRY = {
  ...{ name: 'desk', network: 'mainnet', topics: ['price', 'fills:alice'] },
  ...{ url: 'https://receiver.example.org/hook?key=hidden', secret_files: ['secret'] },
};

function read(webhooks: unknown, secret = SECRET) {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhooks-file-'));
  writeFileSync(path.join(folder, 'secret'), secret);
  writeFileSync(path.join(folder, 'other'), SECRET);
  const file = path.join(folder, 'webhooks.yaml');
  writeFileSync(file, JSON.stringify({ webhooks }));
  return readWebhooks(file, ['mainnet']);
}

/** The problems of a file, without its path. */
function problemsOf(webhooks: unknown, secret?: string): string {
  try {
    read(webhooks, secret);
  } catch (error) {
    return (error as Error).message.replaceAll(/^\S+?: /gm, '');
  }
  return '';
}

describe('readWebhooks', () => {
  it('readWebhooks reads topics and the secrets of the files that an entry names', () => {
    const { webhooks } = read([ENTRY]);
    expect(webhooks).toMatchObject([{ name: 'desk', network: 'mainnet', url: ENTRY.url, secrets: [SECRET] }]);
    expect(webhooks[0]!.topics.map(({ text }) => text)).toEqual(['price', 'fills:alice']);
  });

  it.each([
    ['webhooks.0.name: must be 1 to 63', { name: 'Desk' }],
    ['webhooks.0.network: is not in the networks file', { network: 'testnet' }],
    ['webhooks.0.network: Invalid option', { network: 'other' }],
    ['webhooks.0.topics.1: is none of: head, price', { topics: ['head', 'heads'] }],
    ['webhooks.0.topics: names no topic', { topics: [] }],
    ['webhooks.0.topics: names a topic twice', { topics: ['head', 'head'] }],
    [
      'webhooks.0.topics: names more than 16',
      { topics: Array.from({ length: 17 }, (_, at) => `ltv:a:${at + 1}`) },
    ],
    ['webhooks.0.url: must be an https URL', { url: 'receiver' }],
    ['webhooks.0.url: must be an https URL; http is for loopback', { url: 'http://receiver.example.org' }],
    ['webhooks.0.url: must be an https URL; http is for loopback', { url: 'http://10.0.0.1/' }],
    ['webhooks.0.url: must be an https URL', { url: 'file:///etc/passwd' }],
    ['webhooks.0.url: has credentials', { url: 'https://user:hidden@receiver.example.org' }],
    ['webhooks.0.url: has a fragment', { url: 'https://receiver.example.org/#hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://169.254.169.254/latest/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://0xa9fea9fe/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[::ffff:169.254.169.254]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[fe80::1]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[64:ff9b::a9fe:a9fe]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[64:ff9b:1::169.254.169.254]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[64:ff9b:1:a9fe:a9:fe00::]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[64:ff9b::100.100.100.200]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[2002:a9fe:a9fe::1]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[::a9fe:a9fe]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[::ffff:0:a9fe:a9fe]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://168.63.129.16/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://[fd00:ec2::254]/hidden' }],
    ['webhooks.0.url: is a link-local address', { url: 'https://100.100.100.200/hidden' }],
    ['webhooks.0.secret_files: names no file', { secret_files: [] }],
    ['webhooks.0.secret_files.1: cannot be read (ENOENT)', { secret_files: ['secret', 'none'] }],
    ['webhooks.0.secret_files: names more than two', { secret_files: ['secret', 'other', 'third'] }],
    ['webhooks.0.secret: is not known; known: name, network', { secret: SECRET }],
  ])('readWebhooks refuses with %s', (problem, change) => {
    const problems = problemsOf([{ ...ENTRY, ...change }]);
    expect(problems).toContain(problem);
    expect(problems).not.toMatch(/hidden|whsec_[A-Za-z0-9]/);
  });

  it.each([
    ...['http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]:1/', 'https://10.0.0.1/'],
    ...['https://[64:ff9b::a00:1]/', 'https://[2002:a00:1:a9fe:a9fe::1]/', 'https://[2001:db8::a9fe:a9fe]/'],
  ])('readWebhooks takes the URL %s', (url) => {
    expect(problemsOf([{ ...ENTRY, url }])).toBe('');
  });

  it.each([
    ['23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ['no prefix', Buffer.alloc(32).toString('base64')],
    ['a second line', `${SECRET}\n${SECRET}`],
    ['Base64 without its padding', SECRET.replace('=', '')],
    ['nothing', ''],
  ])('readWebhooks refuses a secret of %s, and does not print it', (_, secret) => {
    const problems = problemsOf([ENTRY], secret);
    expect(problems).toContain('webhooks.0.secret_files.0: must hold whsec_ and 24 to 64');
    if (secret !== '') expect(problems).not.toContain(secret);
  });

  it('readWebhooks refuses two webhooks of a network with one name', () => {
    expect(problemsOf([ENTRY, ENTRY])).toBe('webhooks: gives two webhooks of a network one name');
  });
});
