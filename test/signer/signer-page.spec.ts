import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { TestGateway } from '../harness/gateway/test-gateway';
import { Agent } from './support/mcp-clients';
import { SignerProcess } from './support/signer-process';

describe('the page of a signer that serves', () => {
  let gateway: TestGateway;
  let signer: SignerProcess;
  let agent: Agent;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    signer = await SignerProcess.make(gateway, gateway.url, {});
    // In place of a browser: notes which file it was given.
    signer.write('browser', `#!/bin/sh\nprintf %s "$1" > "${signer.file('opened')}"\n`, 0o700);
    signer.changePolicy({
      caps: { USDT: { per_transaction: '10', windows: { '1h': '20' } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: ['first', 'second'] } } },
      confirm: { above: { USDT: '1' }, page: { open_with: signer.file('browser') } },
    });
    await signer.seal();
    agent = await Agent.modern(signer.serving());
  });
  afterAll(async () => {
    await agent.close();
    signer.remove();
    await gateway.close();
  });

  /** The address that the browser of the person is taken to. */
  async function openedUrl(): Promise<string> {
    while (!existsSync(signer.file('opened')) || readFileSync(signer.file('opened'), 'utf8') === '')
      await pause(20);
    const file = readFileSync(signer.file('opened'), 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    return /url=(http:[^"]+)"/.exec(readFileSync(file, 'utf8'))![1]!;
  }
  const send = (memo: string) => {
    const payment = { to: 'bob', symbol: 'USDT', amount: '5', memo };
    return agent.text('send', { tool: 'transfer', arguments: payment, request_id: `page-${memo}` });
  };

  it('a person approves on a page whose address the agent never gets', async () => {
    const refusal = await send('first');
    const url = await openedUrl();
    expect(refusal).toContain('a person has to approve it');
    expect(refusal).not.toContain(new URL(url).port);
    expect(refusal).not.toContain(new URL(url).pathname.slice(1));

    const page = await fetch(url);
    expect(await page.text()).toContain('pays 5.00000000 USDT to bob');
    const { origin } = new URL(url);
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const foreign = await fetch(url, {
      method: 'POST',
      headers: { ...headers, origin: 'http://evil.example' },
    });
    expect(foreign.status).toBe(403);
    expect(await send('first')).toContain('refused (approval)');
    const answer = await fetch(url, { method: 'POST', headers, body: 'answer=approve' });
    expect(await answer.text()).toContain('Approved');
    expect(JSON.parse(await send('first'))).toMatchObject({ status: 'executed' });
    // The page and its file are gone, and another call is another question.
    await expect(fetch(url)).rejects.toThrow();
    expect(globSync('question-*.html', { cwd: signer.folder })).toEqual([]);
    expect(await send('second')).toContain('refused (approval)');
  });

  it('a page that cannot be opened leaves the refusal as it is', async () => {
    // No program can have this name: its start throws.
    signer.changePolicy({ confirm: { above: { USDT: '1' }, page: { open_with: '/none\0' } } });
    await signer.seal();
    await agent.close();
    agent = await Agent.modern(signer.serving());
    expect(await send('second')).toContain('refused (approval)');
    expect(await signer.must('approve')).toContain('signer approve page-second');
  });
});
