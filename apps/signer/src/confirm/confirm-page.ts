import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeOwnFile } from '../private-file';
import type { Question } from '../refusal';
import { report } from '../visible-json';
import { redirectHtml } from './confirm-html';
import { ConfirmServer } from './confirm-server';
import { ShownQuestions } from './shown-questions';

/** A question stays open this long: an approval is for a call that the person has just seen. */
const PAGE_LIVES_MS = 10 * 60_000;

/**
 * Opens a page in the browser of the owner for one question at a time. The agent never gets its address: it is in a file
 * that the owner alone can read, and that the program of the policy opens.
 */
export class ConfirmPage {
  readonly #shown = new ShownQuestions();
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
    if (this.#open !== undefined || !this.#shown.admit(asked)) return;
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

  #openInBrowser(file: string): void {
    const browser = spawn(this.openWith, [file], { stdio: 'ignore', detached: true });
    browser.once('error', (error) => {
      report(`the page of a question cannot be opened: ${error.message}`);
      this.close();
    });
    browser.unref();
  }

  /** Ends the open question without an answer. */
  close(): void {
    this.#open?.();
  }
}
