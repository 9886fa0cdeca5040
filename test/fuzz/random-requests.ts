import { HOSTILE_JSON, VALUES } from './hostile-values';
import type { Seeded } from '../harness/seeded';

/** A request as it is sent and kept in the corpus. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The parts of an OpenAPI document that say what a request may hold. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

interface RequestKind {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

const MAX_DEPTH = 6;

/** Requests by the document of the gateway, most of them with some hostile values in valid places. */
export class RandomRequests {
  readonly #operations: readonly RequestKind[];

  constructor(
    private readonly api: OpenApi,
    private readonly random: Seeded,
  ) {
    this.#operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    );
  }

  next(): FuzzRequest {
    const { random } = this;
    const tools = this.#operations.filter(({ path }) => path.startsWith('/v1/tools/'));
    if (tools.length > 0 && random.chance(12)) return this.#overMcp(random.oneOf(tools));
    const { path, method, operation } = random.oneOf(this.#operations);
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    const query = this.#query(operation, schema);
    const prefix = /^\/v[12]\/(?!tools)/.test(path) ? random.oneOf(['', '', '/mainnet', '/testnet']) : '';
    const asGet = method === 'POST' && random.chance(8);
    const body = method === 'POST' && !asGet ? { body: this.#mangled(this.#json(schema, 0)) } : {};
    return {
      method: asGet ? 'GET' : random.chance(40) ? random.oneOf(['PUT', 'HEAD', 'OPTIONS', 'DELETE']) : method,
      target: `${prefix}${path}${query}`,
      headers: { 'content-type': random.chance(10) ? 'text/plain' : 'application/json' },
      ...body,
    };
  }

  /** A tool as an agent calls it. */
  #overMcp({ path, operation }: RequestKind): FuzzRequest {
    const args = this.#json(operation.requestBody?.content?.['application/json']?.schema, 0);
    const name = JSON.stringify(path.slice('/v1/tools/'.length));
    const method = this.random.oneOf([
      'tools/call',
      'tools/call',
      'tools/list',
      'resources/read',
      'prompts/get',
    ]);
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"name":${name},"arguments":${args}}}`;
    return {
      method: 'POST',
      target: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: this.#mangled(body),
    };
  }

  #query({ parameters = [] }: Operation, body: Schema | undefined): string {
    const names = [
      ...parameters.flatMap((one) => (one.in === 'query' && one.name !== undefined ? [one.name] : [])),
      ...Object.keys(this.#resolved(body).properties ?? {}),
    ];
    const chosen = names.filter(() => this.random.chance(2));
    if (chosen.length === 0) return '';
    const pairs = chosen.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(this.#text())}`);
    return `?${pairs.join('&')}`;
  }

  #text(): string {
    const { random } = this;
    return random.chance(3) ? withoutLoneSurrogates(random.oneOf(HOSTILE_JSON)) : random.oneOf(VALUES);
  }

  #json(schema: Schema | undefined, depth: number): string {
    const { random } = this;
    if (random.chance(9) || depth > MAX_DEPTH) return random.oneOf(HOSTILE_JSON);
    const known = this.#resolved(schema);
    const given = known.enum ?? known.examples ?? (known.example === undefined ? [] : [known.example]);
    if (given.length > 0 && !random.chance(3)) return JSON.stringify(random.oneOf(given));
    const choices = known.oneOf ?? known.anyOf;
    if (choices !== undefined && choices.length > 0) return this.#json(random.oneOf(choices), depth + 1);
    switch (known.type) {
      case 'object': {
        const members = Object.entries(known.properties ?? {}).filter(() => !random.chance(6));
        const texts = members.map(([name, each]) => `${JSON.stringify(name)}:${this.#json(each, depth + 1)}`);
        return `{${texts.join(',')}}`;
      }
      case 'array':
        return `[${Array.from({ length: random.integer(4) }, () => this.#json(known.items, depth + 1)).join(',')}]`;
      case 'integer':
      case 'number':
        return String(random.integer(50));
      case 'boolean':
        return random.oneOf(['true', 'false']);
      default:
        return JSON.stringify(random.oneOf(VALUES));
    }
  }

  #resolved(schema: Schema = {}): Schema {
    if (schema.$ref !== undefined)
      return this.#resolved(this.api.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
    const [first] = schema.allOf ?? [];
    return first === undefined ? schema : { ...this.#resolved(first), ...schema };
  }

  /** Some bodies are cut, or have a byte changed. */
  #mangled(text: string): string {
    const { random } = this;
    const at = random.integer(text.length + 1);
    if (random.chance(20)) return text.slice(0, at);
    if (random.chance(20))
      return text.slice(0, at) + random.oneOf(['"', '}', ',', '\u0000', '\ufeff']) + text.slice(at);
    return text;
  }
}

const withoutLoneSurrogates = (text: string): string => text.replace(/\p{Surrogate}/gu, '');
