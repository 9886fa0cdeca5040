import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Question } from '../refusal';
import { ConfirmPage } from './confirm-page';

const HOUR_MS = 3_600_000;

describe('pages for the questions of a signer', () => {
  let folder: string;
  let page: ConfirmPage;
  let approved: Question[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'confirm-page-'));
    mkdirSync(path.join(folder, 'questions'));
    // In place of a browser: notes which file it was given.
    const browser = path.join(folder, 'browser');
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >> "${folder}/opened"\n`);
    chmodSync(browser, 0o700);
    approved = [];
    page = new ConfirmPage(path.join(folder, 'questions'), browser, (question) => approved.push(question));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    page.close();
    rmSync(folder, { recursive: true });
  });

  const question = (request: string, hash = 'aa'): Question => ({ request, question: hash, text: 'pays' });
  const files = () => readdirSync(path.join(folder, 'questions'));
  const opened = (): string[] =>
    existsSync(path.join(folder, 'opened'))
      ? readFileSync(path.join(folder, 'opened'), 'utf8').trim().split('\n')
      : [];
  /** Asks, and answers on the page where one opened. Returns whether one did. */
  async function asked(wanted: Question, answer?: 'approve' | 'refuse'): Promise<boolean> {
    const before = opened().length;
    await page.ask(wanted);
    const [file] = files();
    if (file === undefined) return false;
    const html = readFileSync(path.join(folder, 'questions', file), 'utf8');
    while (opened().length === before) await pause(10);
    const [, url = ''] = /url=(http:[^"]+)"/.exec(html) ?? [];
    if (answer === undefined) page.close();
    else
      await fetch(url, {
        method: 'POST',
        headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: `answer=${answer}`,
      });
    return true;
  }

  it.each(['refuse', undefined] as const)(
    'a question with the answer %s is not shown again while the request lives',
    async (answer) => {
      const start = Date.now();
      expect(await asked(question('one'), answer)).toBe(true);
      expect(await asked(question('one'))).toBe(false);
      // The same request for another call, and another request, are other questions.
      expect(await asked(question('one', 'bb'), answer)).toBe(true);
      expect(await asked(question('two'), answer)).toBe(true);
      expect(await asked(question('one'))).toBe(false);
      expect(approved).toEqual([]);
      jest.spyOn(Date, 'now').mockReturnValue(start + 2 * HOUR_MS);
      expect(await asked(question('one'), 'approve')).toBe(true);
      expect(approved).toEqual([question('one')]);
    },
  );

  it('at most ten pages open within an hour', async () => {
    for (let count = 0; count < 10; count += 1)
      expect(await asked(question(`${count}`), 'refuse')).toBe(true);
    expect(await asked(question('more'))).toBe(false);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS);
    expect(await asked(question('more'), 'refuse')).toBe(true);
  });

  it('a page that cannot be opened leaves nothing behind, and the next question has its own', async () => {
    rmSync(path.join(folder, 'questions'), { recursive: true });
    await expect(page.ask(question('one'))).rejects.toThrow('ENOENT');
    mkdirSync(path.join(folder, 'questions'));
    expect(await asked(question('two'), 'approve')).toBe(true);
    expect(approved).toEqual([question('two')]);
  });
});
