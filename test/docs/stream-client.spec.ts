import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

describe('docs/reference/node-api.md', () => {
  it('the documented integrity of /stream-client.js is that of the script', () => {
    const script = readFileSync(path.join(ROOT, 'apps/gateway/stream-client/stream-client.js'));
    const hash = createHash('sha384').update(script).digest('base64');
    const page = readFileSync(path.join(ROOT, 'docs/reference/node-api.md'), 'utf8');
    expect(/integrity="([^"]+)"/.exec(page)?.[1]).toBe(`sha384-${hash}`);
  });
});
