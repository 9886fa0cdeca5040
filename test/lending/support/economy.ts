import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { loadSettings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { TestChain } from '../../devchain/support/test-chain';
import { type Answer, answerOf, type CallTool, overRest, refusalOf } from '../../support/gateway-client';
import { signWithLibrary } from '../../support/signer';

export interface Proposal extends Answer {
  readonly actions: readonly { account: string; name: string; authorization: unknown[]; data: Answer }[];
  readonly transaction: { packed_trx: string; signing_digest: string; transaction_id: string };
  readonly summary: readonly string[];
  readonly simulation: { status: string; error: string | null };
}

export interface EconomyOptions {
  /** Changes the text of the profile. */
  readonly profile?: (text: string) => string;
}

type ByAccount = Answer & { account: string; permission?: string };

/**
 * A chain with lending and bridges on which nobody else lives, the whole gateway in front of it, driven over
 * HTTP alone: tools for what people do, the controls of the chain for what the world around it does.
 */
export class Economy {
  call: CallTool;

  private constructor(
    readonly chain: TestChain,
    private readonly gateway: INestApplication,
    readonly url: string,
  ) {
    this.call = overRest(url);
  }

  static async start({ profile = (text) => text }: EconomyOptions = {}): Promise<Economy> {
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'timed' });
    const gateway = await createGateway(
      loadSettings({
        ...{ NETWORKS_FILE: networksFile(chain.url, profile), LOG_LEVEL: 'silent' },
        ...{ PORT: '0', MANAGEMENT_PORT: '0' },
        ...{ RATE_LIMIT_READ: '100000', RATE_LIMIT_COMPOSE: '100000', RATE_LIMIT_RELAY: '100000' },
      }),
    );
    await gateway.listen(0, '127.0.0.1');
    return new Economy(chain, gateway, await gateway.getUrl());
  }

  async close(): Promise<void> {
    (this.gateway.getHttpServer() as Server).closeAllConnections();
    await this.gateway.close();
    await this.chain.close();
  }

  read(tool: string, input: Answer = {}): Promise<Answer> {
    return answerOf(this.call(tool, input));
  }

  refusal(tool: string, input: Answer): Promise<string> {
    return refusalOf(this.call(tool, input));
  }

  async compose(tool: string, input: Answer): Promise<Proposal> {
    return (await this.read(tool, input)) as Proposal;
  }

  /** Signs a proposal with the key of a permission and relays it. */
  relay({ transaction }: Proposal, { account, permission = 'active' }: ByAccount) {
    const key = String(this.chain.keyOf(account, permission));
    return this.call('push_transaction', {
      signed_tx: {
        signatures: [signWithLibrary(key, transaction.signing_digest)],
        packed_trx: transaction.packed_trx,
      },
    });
  }

  /** Composes, signs, relays; the dry run must have said that it works. */
  async does(tool: string, input: ByAccount): Promise<Proposal> {
    const proposal = await this.compose(tool, input);
    if (proposal.simulation.status !== 'ok') throw new Error(String(proposal.simulation.error));
    const pushed = await answerOf(this.relay(proposal, input));
    if (pushed['status'] !== 'executed') throw new Error(JSON.stringify(pushed));
    return proposal;
  }

  /** Composes what the chain refuses: the dry run and the relay must say the same, which is returned. */
  async fails(tool: string, input: ByAccount): Promise<string> {
    const proposal = await this.compose(tool, input);
    const refusal = await refusalOf(this.relay(proposal, input));
    expect(proposal.simulation).toEqual({ status: 'failed', error: refusal });
    return refusal;
  }

  /** Units an account holds of a token. */
  async held(account: string, symbol: string): Promise<bigint> {
    const { balances } = await this.read('get_account', { account });
    return units((balances as Answer)[symbol]);
  }

  /** Works a control of the chain. */
  async control(name: string, body: Answer = {}): Promise<Answer> {
    const answer = await fetch(`${this.chain.url}/devchain/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${text}`);
    // The gateway may answer from what it read a quarter of a second ago.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return JSON.parse(text) as Answer;
  }

  /** Bitcoin comes to an address, confirmed. */
  async payBitcoin(address: unknown, amount: string): Promise<void> {
    await this.control('send-bitcoin', { address, amount });
    await this.control('mine-bitcoin', { count: 4 });
  }

  /** Time goes on; the price is said anew unless it is to become stale. */
  async later(seconds: number, price?: string): Promise<void> {
    await this.control('advance-time', { seconds });
    if (price !== undefined) await this.control('price', { price });
  }
}

export const units = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''));

function networksFile(nodeUrl: string, change: (text: string) => string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lending-'));
  const original = developmentProfileFile();
  const affectedSet = path.join(path.dirname(original), 'development-affected-set.json');
  const profile = path.join(folder, 'profile.yaml');
  const text = readFileSync(original, 'utf8').replace('./development-affected-set.json', affectedSet);
  writeFileSync(profile, change(text));
  const file = path.join(folder, 'networks.yaml');
  writeFileSync(
    file,
    `networks:\n  mainnet: { chain_id: first-contact, profile: '${profile}', nodes: ['${nodeUrl}'] }\n`,
  );
  return file;
}
