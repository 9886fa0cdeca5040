import { PROPOSAL_PAGE_URI } from '@app/chain-tools';
import { LOGGER, type Logger } from '@app/operations';
import {
  CODES,
  lenientArguments,
  LIST_TTL_MS,
  type McpMethod,
  type MethodResult,
  ProtocolFailure,
  refuseCursor,
} from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { asToolError } from '../../platform/errors/error-mapping';
import { Completion } from './completion';
import { ContextCatalogue } from './context-catalogue';
import { ProposalPage } from './proposal-page';
import { SKILL_URI, Skills } from './skills';

type Params = Readonly<Record<string, unknown>> | undefined;

/** Maximum length of one resource or prompt. Source: docs/reference/mcp.md. */
const MAX_TEXT_CHARACTERS = 60_000;

/**
 * Resources, prompts and completions, the same for every revision of the protocol.
 * Every method throws ProtocolFailure for an invalid request.
 */
@Injectable()
export class ContextMethods {
  constructor(
    private readonly catalogue: ContextCatalogue,
    private readonly completion: Completion,
    private readonly skills: Skills,
    private readonly page: ProposalPage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  table(): (readonly [name: string, method: McpMethod])[] {
    return [
      ['prompts/list', list(() => ({ prompts: this.catalogue.prompts() }))],
      ['resources/list', list(() => ({ resources: [...this.catalogue.resources(), this.page.listed()] }))],
      ['resources/templates/list', list(() => ({ resourceTemplates: this.catalogue.templates() }))],
      ['skills/list', (params) => this.#listSkills(params)],
      ['skills/get', (params) => this.#getSkill(params)],
      ['prompts/get', (params) => this.#getPrompt(params)],
      ['resources/read', (params, notFound) => this.#readResource(params, notFound)],
      ['completion/complete', async (params) => ({ result: await this.completion.complete(params) })],
    ];
  }

  async #getPrompt(params: Params): Promise<MethodResult> {
    const name = params?.['name'];
    const prompt = this.catalogue.prompt(name);
    if (prompt === undefined) {
      throw new ProtocolFailure(CODES.invalidParams, `no such prompt: ${shown(name)}`);
    }
    const input = lenientArguments(prompt.inputSchema, params?.['arguments']);
    const text = await this.#answered(prompt.name, () => prompt.call(input));
    const message = { role: 'user', content: { type: 'text', text: cut(text) } };
    return { result: { description: prompt.description, messages: [message] } };
  }

  async #listSkills(params: Params): Promise<MethodResult> {
    refuseCursor(params?.['cursor']);
    return { result: { skills: [await this.skills.entry()] }, ttlMs: LIST_TTL_MS };
  }

  async #getSkill(params: Params): Promise<MethodResult> {
    const uri = params?.['uri'];
    if (uri !== SKILL_URI) throw new ProtocolFailure(CODES.invalidParams, `no such skill: ${shown(uri)}`);
    return { result: { skill: await this.skills.entry() }, ttlMs: LIST_TTL_MS };
  }

  async #readResource(params: Params, notFound: number): Promise<MethodResult> {
    const uri = params?.['uri'];
    if (uri === PROPOSAL_PAGE_URI) return { result: { contents: [this.page.content()] }, ttlMs: LIST_TTL_MS };
    const file = await this.skills.file(uri);
    if (file !== undefined) return { result: { contents: [file] }, ttlMs: LIST_TTL_MS };
    const found = typeof uri === 'string' ? this.catalogue.find(uri) : undefined;
    if (found === undefined) {
      throw new ProtocolFailure(notFound, `no such resource: ${shown(uri)}`, { uri });
    }
    const { resource, variables } = found;
    const content = await this.#answered(resource.name, () => resource.call(variables));
    const text = cut(typeof content === 'string' ? content : JSON.stringify(content));
    return { result: { contents: [{ uri, mimeType: resource.mimeType, text }] }, ttlMs: resource.ttlMs };
  }

  /** Translates an error of a feature's method into a protocol error: the caller's mistake, or an internal one. */
  async #answered<T>(name: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (cause) {
      const error = asToolError(cause);
      if (error.status >= 500) this.logger.error({ name, err: error }, 'resource or prompt over MCP failed');
      const code = error.retry === 'never' ? CODES.invalidParams : CODES.internalError;
      throw new ProtocolFailure(code, error.message, { code: error.code });
    }
  }
}

function list(result: () => object): (params: Params) => MethodResult {
  return (params) => {
    refuseCursor(params?.['cursor']);
    return { result: result(), ttlMs: LIST_TTL_MS };
  };
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  throw new ProtocolFailure(
    CODES.invalidParams,
    `the text has ${text.length} characters; at most ${MAX_TEXT_CHARACTERS} are answered: ask for a part of it`,
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : 'none named';
}
