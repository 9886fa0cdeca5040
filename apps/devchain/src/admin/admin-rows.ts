import type { HttpReply } from '../http/http-server';
import type { RouteRow } from '../http/router';
import type { AdminContext } from './admin-context';
import type { AdminRoute } from './admin-route';
import { adminSurface, jsonReply } from './admin-surface';
import { docsPage } from './docs-page';
import { openapiDocument } from './openapi';
import { readBody } from './request-body';

export interface AdminApiOptions {
  readonly context: AdminContext;
  readonly routes: readonly AdminRoute[];
  readonly isRemoteAllowed: boolean;
  readonly logFailure: (path: string, error: unknown) => void;
}

/** The rows of the admin API for the router: its routes, its OpenAPI document and its documentation page. */
export function adminRows({ context, routes, isRemoteAllowed, logFailure }: AdminApiOptions): RouteRow[] {
  const surface = adminSurface(isRemoteAllowed, logFailure);
  return [
    ...routes.map(({ path, method, body, run }) => ({
      path,
      methods: [method],
      surface,
      run: (request: { body: string }) => jsonReply(200, run(context, readBody(body, request.body))),
    })),
    {
      path: '/devchain/openapi.json',
      surface,
      run: () => jsonReply(200, openapiDocument(routes, context)),
    },
    { path: '/devchain/docs', surface, run: () => page('') },
    { path: '/devchain/docs/{file*}', surface, run: ({ parameters: { file = '' } }) => page(file) },
  ];
}

function page(file: string): HttpReply {
  const found = docsPage(file);
  if (found === undefined) return jsonReply(404, { error: `there is no /devchain/docs/${file}` });
  return { status: 200, headers: { 'content-type': found.type }, body: found.content };
}
