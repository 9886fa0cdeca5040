import { ChainError } from '../kernel/sdk/errors/chain-error';
import type { AdminRoute } from './admin-route';
import { AdminError } from './admin-error';
import { docsPage } from './docs-page';
import { type Sender, nonLocalReason } from './loopback';
import { openapiDocument } from './openapi';
import type { AdminContext } from './admin-context';

/** A request to the admin API. */
export interface AdminRequest extends Sender {
  readonly method: string;
  /** The target without the query string. */
  readonly path: string;
  readonly body: string;
}

export interface AdminReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AdminApiOptions {
  readonly context: AdminContext;
  readonly routes: readonly AdminRoute[];
  readonly isRemoteAllowed: boolean;
  readonly logFailure: (path: string, error: unknown) => void;
}

const DOCS = '/devchain/docs';
const OPENAPI = '/devchain/openapi.json';

/** Answers a request to the admin API; undefined for any other path. Never throws. */
export function answerAdminRequest(options: AdminApiOptions, request: AdminRequest): AdminReply | undefined {
  const { context, routes, isRemoteAllowed } = options;
  const { path, method } = request;
  const onPath = routes.filter((entry) => entry.path === path);
  const isDocs = path === DOCS || path.startsWith(`${DOCS}/`) || path === OPENAPI;
  if (onPath.length === 0 && !isDocs) return undefined;
  if (request.host?.includes(',') === true) return refusal(400, 'the request has more than one Host header');
  const reason = isRemoteAllowed ? undefined : nonLocalReason(request);
  if (reason !== undefined)
    return refusal(403, `the admin API answers this machine only, and ${reason}: DEVCHAIN_ALLOW_REMOTE`);
  if (path === OPENAPI) return json(200, openapiDocument(routes, context.name));
  if (isDocs) return page(path);
  const wanted = onPath.find((entry) => entry.method === method);
  if (wanted !== undefined) return run(options, wanted, request.body);
  const allow = onPath.map((entry) => entry.method).join(', ');
  return { ...refusal(405, `${path} takes ${allow}, not ${method}`), headers: { allow, ...JSON_HEADERS } };
}

function run({ context, logFailure }: AdminApiOptions, wanted: AdminRoute, text: string): AdminReply {
  const given = readBody(text);
  if ('problem' in given) return refusal(400, given.problem);
  const read = wanted.body.safeParse(given.body);
  if (!read.success) return refusal(400, read.error.issues.map(issueText).join('; '));
  try {
    return json(200, wanted.run(context, read.data));
  } catch (error) {
    if (error instanceof AdminError) return refusal(400, error.message);
    if (error instanceof ChainError) return refusal(400, chainReason(error));
    logFailure(wanted.path, error);
    return refusal(500, 'unexpected failure: see the log of the development chain');
  }
}

function readBody(text: string): { body: unknown } | { problem: string } {
  if (text.trim() === '') return { body: {} };
  try {
    const body: unknown = JSON.parse(text);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? { body } : { problem: 'the body must be a JSON object' };
  } catch (error) {
    return { problem: `the body is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** The field, then the problem. */
function issueText({ code, path, message, keys = [] }: Issue): string {
  if (code === 'unrecognized_keys') return keys.map((key) => `unknown field "${key}"`).join('; ');
  const isAbsent = message.endsWith('received undefined');
  return `${path.map(String).join('.')}: ${isAbsent ? 'is required' : message.replace('Invalid input: ', '')}`;
}

/** The message of the contract. */
function chainReason({ message }: ChainError): string {
  return message.replace('assertion failure with message: ', '');
}

function page(path: string): AdminReply {
  const found = docsPage(path.slice(DOCS.length));
  if (found === undefined) return refusal(404, `there is no ${path}`);
  return { status: 200, headers: { 'content-type': found.type }, body: found.content };
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function json(status: number, body: object): AdminReply {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

function refusal(status: number, error: string): AdminReply {
  return json(status, { error });
}
