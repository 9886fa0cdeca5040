import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ASK_LIVES_MS } from '../ledger/spending-rules';
import { writeOwnFile } from '../private-file';
import { redirectHtml } from './confirm-html';
import { ConfirmServer } from './confirm-server';

/** A question stays open this long: an approval is for a call that the person has just seen. */
const PAGE_LIVES_MS = 10 * 60_000;
/** Pages that open within the life of a request: an agent must not fill the screen. `signer approve` remains. */
const MOST_PAGES = 10;

/** A question that waits for a person. */
export interface Question {
  readonly request: string;
  /** Hash of what is approved. */
  readonly question: string;
  readonly text: string;
}

/**
 * Opens a page in the browser of the owner for one question at a time. The agent never gets its address: it is in a file
 * that the owner alone can read, and that the program of the policy opens.
 */
export class ConfirmPage {
  /** Questions that had a page, with the time: who refused one is not asked again. */
  readonly #shown = new Map<string, number>();
  /** Ends the open question. */
  #open: (() => void) | undefined;

  /**
   * @param folder of the signer
   * @param openWith program that opens a file in a browser, with its path
   * @param onApproved notes the approval
   */
  constructor(
    private readonly folder: string,
    private readonly openWith: string,
    private readonly onApproved: (question: Question) => void,
  ) {}

  /** Asks; does nothing while a question is open, for one that had its page, and after too many pages. */
  async ask(asked: Question): Promise<void> {
    if (this.#open !== undefined || !this.#isNew(asked)) return;
    const file = path.join(this.folder, `question-${randomUUID()}.html`);
    const timer = setTimeout(() => this.close(), PAGE_LIVES_MS).unref();
    const end = (): void => {
      clearTimeout(timer);
      rmSync(file, { force: true });
      this.#open = undefined;
    };
    this.#open = end;
    try {
      const server = await ConfirmServer.start(asked.text, (answer) => {
        end();
        if (answer === 'approve') this.onApproved(asked);
      });
      this.#open = () => {
        end();
        server.close();
      };
      writeOwnFile(file, redirectHtml(server.url));
      this.#openInBrowser(file);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Notes a question, unless it was shown, or as many were, within the life of a request. */
  #isNew({ request, question }: Question): boolean {
    const now = Date.now();
    for (const [shown, at] of this.#shown) if (at <= now - ASK_LIVES_MS) this.#shown.delete(shown);
    const key = `${request} ${question}`;
    if (this.#shown.has(key) || this.#shown.size >= MOST_PAGES) return false;
    this.#shown.set(key, now);
    return true;
  }

  #openInBrowser(file: string): void {
    const browser = spawn(this.openWith, [file], { stdio: 'ignore', detached: true });
    browser.once('error', (error) => {
      process.stderr.write(`the page of a question cannot be opened: ${error.message}\n`);
      this.close();
    });
    browser.unref();
  }

  /** Ends the open question without an answer. */
  close(): void {
    this.#open?.();
  }
}
