import { loadSettings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { listen } from '../../../apps/gateway/src/listen';

interface Operation {
  readonly requestBody: { readonly required?: boolean };
}

describe('the OpenAPI document of the gateway', () => {
  let gateway: INestApplication;
  let url: string;
  beforeAll(async () => {
    // No chain listens: what has no fields to refuse fails later, and by another reason.
    gateway = await createGateway(
      loadSettings({ PORT: '0', MANAGEMENT_PORT: '0', LOG_LEVEL: 'silent', DEVCHAIN_PORT: '1' }),
    );
    url = await listen(gateway);
  });
  afterAll(() => gateway.close());

  it('openapi.json requires a body exactly for tools with a required field', async () => {
    const { paths } = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
      paths: Record<string, { post?: Operation }>;
    };
    const tools = Object.entries(paths).filter(([path]) => path.startsWith('/v1/tools/'));
    const documented = tools.map(([path, { post }]) => [path, post!.requestBody.required === true]);
    const lacking = await Promise.all(
      tools.map(async ([path]) => {
        const answer = await fetch(url + path, { method: 'POST' });
        return [path, ((await answer.json()) as { error: string }).error.includes(': is required')];
      }),
    );
    expect(documented).toEqual(lacking);
    expect(lacking.filter(([, isLacking]) => isLacking === false)).not.toEqual([]);
  });
});
