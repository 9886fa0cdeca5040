import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'puppeteer-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of axe-core to run. */
export type Rules = readonly string[];
/** Those for WCAG 2.2 A and AA. */
export const ALL_RULES: Rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of them whose result depends on the colours of a page. */
export const COLOUR_RULES: Rules = ['color-contrast', 'link-in-text-block'];

/** Options of axe-core: without them it describes every element that passes, and finds a selector for each. */
export const VIOLATIONS_ALONE = "reporter: 'no-passes', selectors: false,";

/** axe-core in a world of its own beside the page that is open: the policy of the page stops foreign scripts. */
export class AxeWorld {
  private constructor(
    private readonly session: CDPSession,
    private readonly contextId: number,
  ) {}

  static async open(page: Page): Promise<AxeWorld> {
    const session = await page.createCDPSession();
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'axe',
    });
    const world = new AxeWorld(session, executionContextId);
    await world.#run(AXE);
    return world;
  }

  /** Violations of the page as it is. */
  async violations(rules: Rules): Promise<string[]> {
    return (await this.#run(`axe.run(document, {
      ${VIOLATIONS_ALONE}
      runOnly: ${JSON.stringify(rules)},
    }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' | ').slice(0, 600)))`)) as string[];
  }

  async close(): Promise<void> {
    await this.session.detach();
  }

  async #run(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      ...{ expression, contextId: this.contextId, awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }
}
