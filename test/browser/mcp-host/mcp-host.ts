import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { closeServer, listenOnLoopback } from '../../harness/loopback-server';
import { VIOLATIONS_ALONE } from '../axe-world';

/** A page of the extension as `resources/read` answers it. */
export interface AppResource {
  readonly mimeType: string;
  readonly text: string;
  readonly _meta: { readonly ui: { readonly csp: Readonly<Record<string, readonly string[]>> } };
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [360, 900];
const SHOWN_WITHIN_MS = 60_000;
const FRAME = 'sandbox="allow-scripts" style="width:100%;border:0" title="view"';

/** The policy that the extension tells a host to make of the metadata. Source: its specification, CSP construction. */
function policyOf({ _meta }: AppResource): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [] } = _meta.ui.csp;
  const resources = resourceDomains.join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `connect-src 'self' ${connectDomains.join(' ')}`,
    `img-src 'self' data: ${resources}`,
    `frame-src ${frameDomains.join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'self'",
  ].join('; ');
}

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'host.mjs')],
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', target: 'chrome120' },
  });
  return outputFiles[0]!.text;
}

/** A host of MCP Apps in a browser, with one view in a sandbox. */
export class McpHost {
  /** Messages, errors, and requests beside those that load the host and the view, each once. */
  readonly failures: string[] = [];
  #view: Frame | undefined;

  /** @param expected addresses that are asked for once */
  private constructor(
    private readonly server: Server,
    readonly page: Page,
    expected: Set<string>,
  ) {
    page.on('pageerror', (error) => this.failures.push(String(error)));
    page.on('console', (message) => this.failures.push(`${message.type()}: ${message.text()}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!expected.delete(url) && !url.startsWith('data:')) this.failures.push(`request to ${url}`);
    });
  }

  get view(): Frame {
    if (this.#view === undefined) throw new Error('the view is not loaded');
    return this.#view;
  }

  static async open(browser: Browser, app: AppResource): Promise<McpHost> {
    const script = await hostScript();
    const html = `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><body><iframe ${FRAME} data-view="/view"></iframe><script type="module" src="/host.js"></script>`;
    const policy = policyOf(app);
    const files: Record<string, readonly [type: string, text: string]> = {
      '/': ['text/html', html],
      '/host.js': ['text/javascript', script],
      '/view': ['text/html', app.text],
    };
    const server = createServer(({ url = '' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', ''];
      const headers = { 'content-type': `${type}; charset=utf-8` };
      response.writeHead(url in files ? 200 : 404, {
        ...headers,
        ...(url === '/view' && { 'content-security-policy': policy }),
      });
      response.end(text);
    });
    const url = await listenOnLoopback(server);
    const page = await browser.newPage();
    const host = new McpHost(server, page, new Set(Object.keys(files).map((each) => url + each)));
    await page.goto(url);
    await page.waitForFunction('window.host !== undefined', { timeout: SHOWN_WITHIN_MS });
    host.#view = page.frames().find((frame) => frame.url() === `${url}/view`);
    return host;
  }

  /** Calls a method of the host's bridge. */
  async bridge(method: string, params: unknown): Promise<unknown> {
    return this.page.evaluate(`host.bridge.${method}(${JSON.stringify(params)})`);
  }

  /** Passes on the result of a call as a host does, and waits until the view shows a text. */
  async show(result: unknown, text: string): Promise<string> {
    await this.bridge('sendToolResult', result);
    return this.shows(text);
  }

  async shows(text: string): Promise<string> {
    await this.view.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, {
      timeout: SHOWN_WITHIN_MS,
    });
    return this.text();
  }

  text(): Promise<string> {
    return this.view.evaluate('document.body.innerText') as Promise<string>;
  }

  /** The methods of all messages of the view, each once. */
  async asked(): Promise<string[]> {
    return [...new Set((await this.page.evaluate('host.asked')) as string[])];
  }

  /** Faults of the view as it is: by axe-core for WCAG 2.2 A and AA, and its overflow; at each width and in each theme. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    await this.view.evaluate(AXE);
    for (const width of WIDTHS) {
      await this.page.setViewport({ width, height: 900 });
      for (const theme of ['light', 'dark']) {
        await this.bridge('setHostContext', { theme });
        await this.view.waitForFunction(`document.documentElement.style.colorScheme === '${theme}'`);
        const found = (await this.view.evaluate(`axe.run(document, {
          ${VIOLATIONS_ALONE}
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' | ').slice(0, 600)))`)) as string[];
        const tooWide = (await this.view.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        )) as boolean;
        if (tooWide) found.push('too wide');
        faults.push(...found.map((fault) => `${width} px ${theme}: ${fault}`));
      }
    }
    return faults;
  }

  async close(): Promise<void> {
    await this.page.close();
    await closeServer(this.server);
  }
}
