import { ChainError } from '../kernel/chain-error';
import type { Control } from './control';
import { ControlError } from './control-error';
import { docsPage } from './docs-page';
import { type Sender, strangerReason } from './loopback';
import { openapiDocument } from './openapi';
import type { World } from './world';

/** A request as the controls see it. */
export interface ControlRequest extends Sender {
  readonly method: string;
  /** The target without the query string. */
  readonly path: string;
  readonly body: string;
}

export interface ControlReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ControlOptions {
  readonly world: World;
  readonly controls: readonly Control[];
  readonly isRemoteAllowed: boolean;
  readonly logFailure: (path: string, error: unknown) => void;
}

const DOCS = '/devchain/docs';
const OPENAPI = '/devchain/openapi.json';

/** Answers what is asked of the controls; undefined for a path that is not theirs. Never throws. */
export function answerControl(options: ControlOptions, request: ControlRequest): ControlReply | undefined {
  const { world, controls, isRemoteAllowed } = options;
  const { path, method } = request;
  const onPath = controls.filter((entry) => entry.path === path);
  const isDocs = path === DOCS || path.startsWith(`${DOCS}/`) || path === OPENAPI;
  if (onPath.length === 0 && !isDocs) return undefined;
  if (request.host?.includes(',') === true) return refusal(400, 'the request has more than one Host header');
  const reason = isRemoteAllowed ? undefined : strangerReason(request);
  if (reason !== undefined)
    return refusal(403, `the controls answer this machine only, and ${reason}: DEVCHAIN_ALLOW_REMOTE`);
  if (path === OPENAPI) return json(200, openapiDocument(controls, world.name));
  if (isDocs) return page(path);
  const wanted = onPath.find((entry) => entry.method === method);
  if (wanted !== undefined) return run(options, wanted, request.body);
  const allow = onPath.map((entry) => entry.method).join(', ');
  return { ...refusal(405, `${path} takes ${allow}, not ${method}`), headers: { allow, ...JSON_HEADERS } };
}

function run({ world, logFailure }: ControlOptions, wanted: Control, text: string): ControlReply {
  const given = readBody(text);
  if ('problem' in given) return refusal(400, given.problem);
  const read = wanted.body.safeParse(given.body);
  if (!read.success) return refusal(400, read.error.issues.map(issueText).join('; '));
  try {
    return json(200, wanted.run(world, read.data));
  } catch (error) {
    if (error instanceof ControlError) return refusal(400, error.message);
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

/** Each problem names its field first. */
function issueText({ code, path, message, keys = [] }: Issue): string {
  if (code === 'unrecognized_keys') return keys.map((key) => `unknown field "${key}"`).join('; ');
  const isAbsent = message.endsWith('received undefined');
  return `${path.map(String).join('.')}: ${isAbsent ? 'is required' : message.replace('Invalid input: ', '')}`;
}

/** A contract's own words. */
function chainReason({ message }: ChainError): string {
  return message.replace('assertion failure with message: ', '');
}

function page(path: string): ControlReply {
  const found = docsPage(path.slice(DOCS.length));
  if (found === undefined) return refusal(404, `there is no ${path}`);
  return { status: 200, headers: { 'content-type': found.type }, body: found.content };
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function json(status: number, body: object): ControlReply {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

function refusal(status: number, error: string): ControlReply {
  return json(status, { error });
}
