import { type Answer, type CallTool, overMcp } from '../../../harness/gateway/gateway-client';
import { initializeRequest, send } from '../../../harness/gateway/raw-client';
import { expireReadCache } from '../../../harness/gateway/start-gateway';
import type { Proposal } from '../../../harness/gateway/test-gateway';
import { signWithLibrary } from '../../../harness/signing/sign-digest';
import { unfounded } from './evidence';

/** Characters of a token, as a rule of thumb. */
const TOKEN = 4;
const ACCEPT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The private key of the agent's account on a network. */
export type KeyOf = (network: string) => string;

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Answer; readonly required?: readonly string[] };
}

/** Tools and prompts, which every agent reads before its task. */
export class Offer {
  private constructor(
    readonly mcp: URL,
    readonly call: CallTool,
    readonly tools: ReadonlyMap<string, ListedTool>,
    readonly read: string,
  ) {}

  static async of(url: string): Promise<Offer> {
    const mcp = new URL(`${url}/mcp`);
    const [tools, prompts] = await Promise.all(
      ['tools/list', 'prompts/list'].map(async (method) => ({ ...(await result(mcp, method)) })),
    );
    const listed = tools!['tools'] as ListedTool[];
    const byName = new Map(listed.map((tool) => [tool.name, tool]));
    return new Offer(mcp, overMcp(url), byName, JSON.stringify([tools, prompts]));
  }
}

async function result(mcp: URL, method: string, params: object = {}): Promise<Answer> {
  const { json } = await send(mcp, initializeRequest(method, params), ACCEPT);
  if (json.result === undefined) throw new Error(String(json.error?.message));
  return json.result;
}

/** A call within a plan; the account is the agent's. */
export interface PlanStep {
  readonly tool: string;
  readonly input: Answer;
}

/** Proposal of a plan. */
type PlanProposal = Proposal & { readonly simulation: { readonly steps: readonly Answer[] } };

/** A request in the words of a person. */
export interface PersonsWords {
  /** With the tools and their answers they are all that the agent knows. */
  readonly asked: string;
  /** Texts that the person sends with the words. */
  readonly given?: unknown;
}

/**
 * Solves one task over MCP, with what the offer, the words of the task and the answers say: a call with a name or an id
 * from elsewhere, or with a member that tools/list does not declare, is an error. Counts what a model would have read
 * and written.
 */
export class Agent {
  readonly account = 'alice';
  #characters = 0;
  #read: string;

  constructor(
    private readonly offer: Offer,
    private readonly keyOf: KeyOf,
    { asked, given }: PersonsWords,
  ) {
    this.#read = `${offer.read}${this.account} ${asked} ${JSON.stringify(given)}`;
  }

  get tokens(): number {
    return Math.ceil(this.#characters / TOKEN);
  }

  /** The answer of a tool, or its refusal as `{error}`. Concise where the tool says to prefer that, unless `detail` is given. */
  async call(tool: string, given: Answer = {}): Promise<Answer> {
    const input = this.#recommends(tool) ? { detail: 'concise', ...given } : given;
    this.#requireListed(tool, input);
    expireReadCache();
    const { body } = await this.offer.call(tool, input);
    this.#count(tool, input, body);
    return body;
  }

  /** The text of a prompt, which the person has chosen. */
  async prompt(name: string, args: Readonly<Record<string, string>>): Promise<string> {
    this.#requireFounded({ name, ...args });
    const answer = await result(this.offer.mcp, 'prompts/get', { name, arguments: args });
    this.#count(name, args, answer);
    return (answer['messages'] as { content: { text: string } }[])[0]!.content.text;
  }

  /** Composes for the account; a proposal whose dry run failed is returned like one that may be signed. */
  async compose(tool: string, input: Answer = {}): Promise<Proposal> {
    const proposal = await this.call(tool, { account: this.account, ...input });
    if (proposal['error'] !== undefined) throw new Error(String(proposal['error']));
    return proposal as Proposal;
  }

  /** Composes, signs and pushes; a failed dry run is an error. */
  async send(tool: string, input: Answer = {}): Promise<Proposal> {
    return this.#sign(await this.compose(tool, input));
  }

  /** Composes steps as one transaction, signs and pushes it. */
  async sendPlan(steps: readonly PlanStep[]): Promise<PlanProposal> {
    const owned = steps.map(({ tool, input }) => ({ tool, input: { account: this.account, ...input } }));
    const proposal = await this.call('compose_plan', { steps: owned });
    if (proposal['error'] !== undefined) throw new Error(String(proposal['error']));
    return this.#sign(proposal as unknown as PlanProposal);
  }

  async #sign<P extends Proposal>(proposal: P): Promise<P> {
    if (proposal.simulation.status !== 'ok') throw new Error(String(proposal.simulation.error));
    const { error } = await this.push(proposal);
    if (error !== undefined) throw new Error(String(error));
    return proposal;
  }

  /** Signs as `next` says, and pushes to the network of the proposal. */
  push(proposal: Proposal): Promise<Answer> {
    const { packed_trx, signing_digest } = proposal.transaction;
    const network = String(proposal['network']);
    const signatures = [signWithLibrary(this.keyOf(network), signing_digest)];
    return this.call('push_transaction', { signed_tx: { signatures, packed_trx }, network });
  }

  /** A task gives `detail: full` where it asks for members that the description of `detail` says are lacking. */
  #recommends(name: string): boolean {
    const { detail } = this.offer.tools.get(name)?.inputSchema.properties ?? {};
    const { description = '' } = (detail ?? {}) as { description?: string };
    return /^concise lacks .*\. Prefer it/.test(description);
  }

  #requireListed(name: string, input: Answer): void {
    const tool = this.offer.tools.get(name);
    if (tool === undefined) throw new Error(`tools/list has no ${name}`);
    const { properties, required = [] } = tool.inputSchema;
    const undeclared = Object.keys(input).filter((member) => !(member in properties));
    const missing = required.filter((member) => !(member in input));
    if (undeclared.length + missing.length > 0) {
      throw new Error(`tools/list has other members of ${name}: ${[...undeclared, ...missing].join(', ')}`);
    }
    this.#requireFounded(input);
  }

  #requireFounded(input: Answer): void {
    const unknown = unfounded(input, this.#read);
    if (unknown.length > 0) throw new Error(`nothing that the agent has read says ${unknown.join(', ')}`);
  }

  #count(name: string, input: Answer, answer: Answer): void {
    const written = JSON.stringify(answer);
    this.#read += written;
    this.#characters += name.length + JSON.stringify(input).length + written.length;
  }
}
