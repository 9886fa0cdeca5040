import type { HTTPRequest, Page } from 'puppeteer-core';

/** Answers that are files of the gateway and not data of a chain. */
const OWN_FILES = ['/console/config.json', '/console/agents.json', '/docs/tools.json', '/console/assets/'];

/** An answer in place of that of the gateway. */
export interface ChangedAnswer {
  readonly status?: number;
  readonly content: unknown;
}

interface Change {
  /** The answer in place of another one; undefined: as it is. Streams of events get an empty text. */
  readonly answer: (original: unknown, pathname: string) => ChangedAnswer | undefined;
  /** The body that the gateway gets in place of that of the page. */
  readonly body?: (original: string) => string;
}

/** From now on the page gets every answer with data of the chain, and those that `isChanged` names, changed. */
export async function changeAnswers(
  page: Page,
  change: Change,
  isChanged: (pathname: string) => boolean = (pathname) => !OWN_FILES.some((own) => pathname.startsWith(own)),
): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document' || !isChanged(pathname)) void request.continue();
    else void respond(request, change);
  });
}

async function respond(request: HTTPRequest, change: Change): Promise<void> {
  const body = request.postData();
  const { origin, pathname } = new URL(request.url());
  const original = await fetch(request.url(), {
    method: request.method(),
    headers: { ...request.headers(), origin, 'sec-fetch-site': 'same-origin' },
    ...(body !== undefined && { body: change.body?.(body) ?? body }),
  });
  const contentType = original.headers.get('content-type') ?? '';
  if (!contentType.startsWith('application/json')) {
    await original.body?.cancel();
    await request.respond({ status: original.status, contentType, body: '' });
    return;
  }
  const answer = (await original.json()) as unknown;
  const { status = original.status, content } = change.answer(answer, pathname) ?? { content: answer };
  await request.respond({ status, contentType, body: JSON.stringify(content) });
}
