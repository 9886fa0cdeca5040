import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

type Json = Record<string, unknown>;

interface ToolsDocument {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly operationId: string;
          readonly 'x-tool-kind': string;
          readonly requestBody: {
            readonly content: {
              readonly 'application/json': { readonly examples?: Readonly<Record<string, { value: Json }>> };
            };
          };
        };
      }
    >
  >;
}

describe('the forms of the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  let url: string;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_RELAY: '1000' });
    url = fresh.url;
    shown = await ConsolePage.open(fresh.browser, url);
  });
  afterAll(() => fresh.end());

  async function overRest(tool: string, input: Json): Promise<{ status: number; body: Json }> {
    const answer = await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', body: JSON.stringify(input) });
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  /** Sends the example of a tool by its form: the request of the page and its answer. */
  async function byForm(tool: string): Promise<{ sent: Json; status: number; body: Json }> {
    await shown.goto(`/console/mainnet/tools/${tool}`, 'Fill in the example');
    await shown.click('Fill in the example');
    const answered = shown.page.waitForResponse((response) => response.url().endsWith(`/v1/tools/${tool}`));
    await shown.clickOn('main form button[type=submit]');
    const answer = await answered;
    return {
      sent: JSON.parse(answer.request().postData()!) as Json,
      status: answer.status(),
      body: (await answer.json()) as Json,
    };
  }

  it('each form sends the example of its tool, and shows the answer that REST gives', async () => {
    const document = (await (await fetch(`${url}/docs/tools.json`)).json()) as ToolsDocument;
    const tools = Object.values(document.paths).map(({ post }) => post);
    expect(tools.length).toBeGreaterThanOrEqual(27);
    for (const { operationId: tool, 'x-tool-kind': kind, requestBody } of tools) {
      const [example] = Object.values(requestBody.content['application/json'].examples ?? {});
      const { sent, status, body } = await byForm(tool);
      const requestId = kind === 'compose' && {
        request_id: expect.stringMatching(/^[\d-]{20,64}$/) as string,
      };
      expect([tool, sent]).toEqual([tool, { ...example?.value, ...requestId, network: 'mainnet' }]);
      const rest = await overRest(tool, sent);
      // Times and blocks differ between the two.
      expect([tool, status, Object.keys(body)]).toEqual([tool, rest.status, Object.keys(rest.body)]);
      if (status === 200) await showsAnswer(body);
      else await shown.shows(String(rest.body['error']).slice(0, 40));
    }
  });

  /** Waits until the page has the whole answer as JSON. */
  async function showsAnswer(body: Json): Promise<void> {
    const pre = await shown.page.waitForSelector('pre[aria-label="Answer of the gateway"]');
    expect(JSON.parse((await pre!.evaluate(({ textContent }) => textContent)) ?? '')).toEqual(body);
  }
});
