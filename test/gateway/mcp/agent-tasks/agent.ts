import { type Answer, type CallTool, overMcp } from '../../../harness/gateway/gateway-client';
import { expireReadCache } from '../../../harness/gateway/start-gateway';
import type { Proposal, TestGateway } from '../../../harness/gateway/test-gateway';
import { signWithLibrary } from '../../../harness/signing/sign-digest';

/** Characters of a token, as a rule of thumb. */
const TOKEN = 4;

/** Solves tasks over MCP as a language model would: by tool calls alone. Counts what it would have read and written. */
export class Agent {
  readonly account = 'alice';
  readonly #call: CallTool;
  #characters = 0;

  constructor(private readonly gateway: TestGateway) {
    this.#call = overMcp(gateway.url);
  }

  get tokens(): number {
    return Math.ceil(this.#characters / TOKEN);
  }

  /** The answer of a tool, or its refusal as `{error}`. */
  async call(tool: string, input: Answer = {}): Promise<Answer> {
    expireReadCache();
    const { body } = await this.#call(tool, input);
    this.#characters += tool.length + JSON.stringify(input).length + JSON.stringify(body).length;
    return body;
  }

  /** Composes, signs with a key of the agent, pushes. Answers the proposal. */
  async send(tool: string, input: Answer = {}): Promise<Proposal> {
    const proposal = (await this.call(tool, { account: this.account, ...input })) as Proposal;
    await this.push(proposal);
    return proposal;
  }

  async push({ transaction }: Proposal): Promise<Answer> {
    const { packed_trx, signing_digest } = transaction;
    const signatures = [signWithLibrary(String(this.gateway.chain.keyOf(this.account)), signing_digest)];
    const answer = await this.call('push_transaction', { signed_tx: { signatures, packed_trx } });
    if (answer['error'] !== undefined) throw new Error(String(answer['error']));
    return answer;
  }

  /** A control of the development chain, which `instructions` and guide://networks name. */
  async control(name: string, body: Answer = {}): Promise<void> {
    await this.gateway.admin(name, body);
  }
}
