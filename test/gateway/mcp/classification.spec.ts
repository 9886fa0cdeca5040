import { isDeepStrictEqual } from 'node:util';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { classify } from '../../../libs/tooling/src/mcp/protocols/classification';
import { ProtocolFailure } from '@app/tooling';
import { VERSION } from '../../harness/gateway/raw-client';
import { allOr } from '../../harness/long';
import { CALLS, malformed, type Message, METAS, wellFormed } from './support/messages';

function classified({ body, headers }: Message): object {
  const { 'mcp-protocol-version': version, 'mcp-method': method } = headers;
  try {
    const { kind, ...rest } = classify(body, { version, method });
    return { kind, version: 'version' in rest ? rest.version : undefined };
  } catch (error) {
    if (!(error instanceof ProtocolFailure)) throw error;
    const { code, message, data } = error;
    return { status: 400, code, message, data };
  }
}

/** The same by the classifier of the v2 SDK, which was written by others from the same specification. */
function bySdk({ body, headers }: Message): object {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: headers['mcp-protocol-version'],
    mcpMethodHeader: headers['mcp-method'],
    mcpNameHeader: headers['mcp-name'],
    body,
  });
  switch (route.kind) {
    case 'reject': {
      const { httpStatus: status, code, message, data } = route;
      return { status, code, message: message.replace(/^Bad Request: /, ''), data };
    }
    case 'modern':
      return { kind: route.messageKind, version: route.classification.revision };
    case 'legacy': {
      const { reason } = route;
      const kind = reason === 'response' || reason === 'notification' ? reason : 'request';
      return { kind, version: undefined };
    }
  }
}

function differences(messages: readonly Message[]): object[] {
  return messages
    .map((message) => ({ message, answer: classified(message), sdk: bySdk(message) }))
    .filter(({ answer, sdk }) => !isDeepStrictEqual(answer, sdk));
}

const json = fc.jsonValue({ maxDepth: 2 });
const meta = fc.oneof(
  fc.constantFrom(...METAS),
  fc.tuple(fc.constantFrom(...METAS), fc.constantFrom(...METAS)).map(([first, second]) => ({
    ...(first as object | undefined),
    ...(second as object | undefined),
  })),
  json,
);
const params = fc.oneof(
  fc.tuple(fc.constantFrom(...CALLS), meta).map(([[, some], _meta]) => ({ ...some, _meta })),
  json,
);
const method = fc.oneof(fc.constantFrom(...CALLS.map(([name]) => name)), json);
const body = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: json }),
    id: fc.oneof(fc.constant(1), fc.string(), json),
    method,
    params,
    result: fc.oneof(
      meta.map((_meta) => ({ _meta })),
      json,
    ),
    error: fc.oneof(fc.record({ code: json, message: json, data: json }, { requiredKeys: [] }), json),
    more: json,
  },
  { requiredKeys: ['jsonrpc'] },
);
const request = fc.record(
  { jsonrpc: fc.constant('2.0'), id: fc.nat(), method, params },
  { requiredKeys: ['jsonrpc', 'method', 'params'] },
);
const headers = fc.record(
  {
    'mcp-protocol-version': fc.oneof(fc.constantFrom(VERSION, '2025-11-25', '2031-01-01'), fc.string()),
    'mcp-method': fc.constantFrom(...CALLS.map(([name]) => name)),
  },
  { requiredKeys: [] },
);

/** As it arrives: without members of no value. */
const received = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const trimmed = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()]));

describe('classify', () => {
  it('classify decides as the SDK for every method with every envelope and header', () => {
    const messages = wellFormed();
    expect(messages.length).toBeGreaterThan(allOr(15_000, 2_000));
    expect(differences(messages)).toEqual([]);
    expect(new Set(messages.map((message) => JSON.stringify(classified(message)))).size).toBeGreaterThan(
      allOr(100, 50),
    );
  });

  it('classify decides as the SDK for bodies of another form', () => {
    expect(differences(malformed())).toEqual([]);
  });

  it('classify decides as the SDK for generated messages', () => {
    fc.assert(
      fc.property(fc.oneof(body, request, json), headers, (value, named) => {
        const message = { body: received(value), headers: trimmed(named) };
        fc.pre(!Array.isArray(message.body));
        expect(classified(message)).toEqual(bySdk(message));
      }),
      { numRuns: allOr(5_000, 500) },
    );
  });
});
