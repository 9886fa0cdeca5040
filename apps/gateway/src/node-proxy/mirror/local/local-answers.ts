import { isJsonObject, type Json } from '@app/antelope';
import { toolError } from '@app/chain-tools';
import type { CachedReply, ChainClient } from '@app/upstream';
import { jsonProblem } from '@app/tooling';
import { INVALID_HTTP_REQUEST, MirrorError } from '../errors/node-error';
import type { MirrorRoute } from '../route';
import type { SentRequest } from '../sent-request';
import { abiBinToJson, abiJsonToBin } from './abi-conversion';
import { parseExact } from './exact-json';
import { traceOfBlockId } from './trace-of-block-id';

type Answer = (chain: ChainClient, route: MirrorRoute, sent: SentRequest) => Promise<CachedReply | undefined>;

/** Name of the gateway where the name of the answering node stands. */
const GATEWAY = 'gateway';

/** Routes that the gateway answers itself; `undefined` leaves the request to a node. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/v1/chain/abi_json_to_bin': async (chain, _route, sent) => {
    const { code, action, args } = conversion(sent);
    return replyOf(chain, abiJsonToBin(await abiOf(chain, code), code, action, args));
  },
  '/v1/chain/abi_bin_to_json': async (chain, _route, sent) => {
    const { code, action, binargs } = conversion(sent);
    return replyOf(chain, abiBinToJson(await abiOf(chain, code), code, action, textOf('binargs', binargs)));
  },
  '/v1/trace_api/get_block': traceOfBlockId,
};

/** The gateway's own answer to a request; undefined where a node has to answer it. @throws MirrorError */
export function localAnswer(
  chain: ChainClient,
  route: MirrorRoute,
  sent: SentRequest,
): Promise<CachedReply | undefined> {
  return ANSWERS[route.path]?.(chain, route, sent) ?? Promise.resolve(undefined);
}

async function abiOf(chain: ChainClient, code: string) {
  const known = await chain.abi(code);
  return known === undefined || known === null ? known : known.abi;
}

/** JSON values in the body of a conversion at most; arguments of an action may hold lists. */
const MAX_VALUES = 1_000;
/** Members of the body itself: four are documented, and each costs far more than its bytes. */
const MAX_MEMBERS = 64;

interface Conversion {
  readonly code: string;
  readonly action: string;
  readonly args: Json;
  readonly binargs: Json;
}

/** The members of a conversion's body. @throws MirrorError for a body that a node refuses to read; ToolError for too many values */
function conversion({ body }: SentRequest): Conversion {
  if (body.length === 0) throw unreadable('A Request body is required');
  const text = body.toString('utf8');
  if (jsonProblem(text, { maxValues: MAX_VALUES })?.kind === 'too many values')
    throw toolError('BODY_TOO_COMPLEX', MAX_VALUES);
  const members = objectIn(text);
  if (members === undefined) throw unreadable('Unable to parse valid input from POST body');
  if (Object.keys(members).length > MAX_MEMBERS)
    throw unreadable(`the body has more than ${MAX_MEMBERS} members`);
  const { code = '', action = '', args = {}, binargs = '' } = members;
  return { code: textOf('code', code), action: textOf('action', action), args, binargs };
}

/** Numbers and truth values are taken as their text, as nodes do. @throws MirrorError for a list, an object or null */
function textOf(member: string, value: Json): string {
  if (typeof value !== 'object') return String(value);
  throw unreadable(`${member} must be a string`);
}

function objectIn(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const unreadable = (message: string): MirrorError => new MirrorError(400, message, INVALID_HTTP_REQUEST);

function replyOf(chain: ChainClient, answer: object): CachedReply {
  return {
    status: 200,
    contentType: 'application/json',
    bytes: Buffer.from(JSON.stringify(answer)),
    node: GATEWAY,
    headBlock: chain.position().headBlock,
  };
}
