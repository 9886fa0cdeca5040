import type { Browser } from 'puppeteer-core';
import { ConsolePage } from './console-pages';
import { PageProxy } from './page-proxy';

/** A page that is left open beside others as if it had a window of its own, with the requests that it sends. */
export class LeftOpenPage {
  private constructor(
    readonly shown: ConsolePage,
    readonly proxy: PageProxy,
  ) {}

  static async open(browser: Browser, gatewayUrl: string): Promise<LeftOpenPage> {
    const proxy = await PageProxy.start(gatewayUrl);
    const shown = await ConsolePage.open(browser, proxy.url);
    const session = await shown.page.createCDPSession();
    // Without the focus a browser slows down the timers of a page.
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return new LeftOpenPage(shown, proxy);
  }

  /** All requests of the page until now, those for streams included. */
  get requests(): number {
    return this.proxy.calls.length + this.proxy.asked.length;
  }

  /** Calls of a tool until now. */
  callsOf(tool: string): number {
    return this.proxy.calls.filter((path) => path.endsWith(`/${tool}`)).length;
  }

  /** Waits until a panel, by its heading, has a mark. */
  async marks(title: string, mark: string): Promise<void> {
    await this.shown.page.waitForFunction(
      `[...document.querySelectorAll('.panel > header')].some(({ innerText }) =>
        innerText.startsWith(${JSON.stringify(title)}) && innerText.trim().endsWith(${JSON.stringify(mark)}))`,
    );
  }

  /** Makes the page believe that it is hidden, or shown again. */
  async setHidden(isHidden: boolean): Promise<void> {
    await this.shown.page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  }

  async heapBytes(): Promise<number> {
    const session = await this.shown.page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize;
  }

  async close(): Promise<void> {
    await this.shown.page.close();
    await this.proxy.stop();
  }
}
