import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesToHex, DEVELOPMENT_PROFILE, expectedActions, packTransaction } from '@app/client';
import { secp256k1Signer } from '@app/client/keys';
import { Ledger } from '../ledger/ledger';
import { type Policy, readPolicy } from '../policy/policy';
import { Sender } from '../sending/sender';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from './example-policy';
import { BROKEN, FakeNodes, REFUSED } from './fake-node';

const MAC_KEY = Buffer.alloc(32, 7);
const KEY = { signer: secp256k1Signer('11'.repeat(32)), macKey: MAC_KEY };
const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '21' };
export const TRANSFER_ABI = {
  structs: [
    {
      name: 'transfer',
      fields: (DEVELOPMENT_PROFILE.layouts['usdt.token::transfer'] ?? []).map(([name, type]) => ({
        name,
        type,
      })),
    },
  ],
  actions: [{ name: 'transfer', type: 'transfer' }],
};
/** A call that a person has to approve. */
export const REQUEST = { tool: 'transfer', arguments: PAYMENT, request_id: 'one' };

/** A sender in a folder. A spec sets the answers of its gateway, which is its node too. */
export class SenderFixture {
  readonly #fake = new FakeNodes();
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'sender-'));
  policy!: Policy;
  ledger!: Ledger;
  sender!: Sender;
  /** Bytes that were pushed. */
  readonly pushes: string[] = [];
  /** Milliseconds that the clock of the signer and of its node is ahead. */
  later = 0;
  abi = TRANSFER_ABI;
  /** Members of the answer to a push. */
  stated: Record<string, unknown> = { block_num: 2, finality: 'in_block' };
  simulation: { status: string; error?: string } = { status: 'ok' };
  isPushRefused = false;
  /** Answer of the node in place of its head. */
  beforeHead = (): unknown => undefined;
  beforePushed = (): void => undefined;
  /** Requests for a proposal, of which the first ones have no answer. */
  readonly composed: Record<string, unknown>[] = [];
  failures = 0;
  /** The answer of the node about a transaction. */
  transactionStatus: object = {};

  static async start(): Promise<SenderFixture> {
    const fixture = new SenderFixture();
    await fixture.#start();
    return fixture;
  }

  async #start(): Promise<void> {
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + this.later);
    const { actions } = expectedActions(
      { tool: 'transfer', body: { from: 'alice', ...PAYMENT } as never },
      DEVELOPMENT_PROFILE,
      'agent',
    );
    const info = () => ({
      chain_id: EXAMPLE_POLICY.chain_id,
      head_block_time: new Date(Date.now()).toISOString().slice(0, 19),
      last_irreversible_block_num: 1,
      last_irreversible_block_id: `00000001${'ab'.repeat(28)}`,
    });
    const header = () => ({
      expiration: Math.floor(Date.now() / 1000) + 60,
      ...{ refBlockNum: 1, refBlockPrefix: 2, maxNetUsageWords: 0 },
    });
    const gateway = await this.#fake.start({
      'chain/get_info': () => this.beforeHead() ?? info(),
      'chain/get_abi': ({ account_name }) => ({ account_name, abi: this.abi }),
      'chain/get_transaction_status': () => this.transactionStatus,
      'tools/transfer': (body) => {
        this.composed.push(body);
        const packed_trx = bytesToHex(packTransaction(header(), actions));
        const isAnswered = this.composed.length > this.failures;
        return isAnswered ? { simulation: this.simulation, transaction: { packed_trx } } : BROKEN;
      },
      'tools/push_transaction': ({ signed_tx }) => {
        const { packed_trx } = signed_tx as { packed_trx: string };
        this.pushes.push(packed_trx);
        this.beforePushed();
        if (this.isPushRefused) return REFUSED;
        const transaction_id = createHash('sha256').update(packed_trx, 'hex').digest('hex');
        return { status: 'executed', transaction_id, ...this.stated };
      },
    });
    const own = { gateway, nodes: [gateway], hours: undefined, stop_file: undefined, reconcile: undefined };
    this.policy = readPolicy(policyText({ ...EXAMPLE_POLICY, ...own }), PROFILE_TEXT);
    Ledger.create(this.placeOfLog, MAC_KEY, Date.now());
    this.#open();
  }

  get placeOfLog() {
    return { file: this.file('ledger.db'), headFile: this.file('head') };
  }

  file(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Starts the signer again. */
  reopen(): void {
    this.ledger.close();
    this.#open();
  }

  #open(): void {
    this.ledger = new Ledger(this.placeOfLog, MAC_KEY, this.policy.caps);
    this.sender = this.senderOf({});
  }

  /** Another sender of the same log. @param changed members of the policy */
  senderOf(changed: object, isSealed = () => true): Sender {
    const policy = { ...this.policy, file: { ...this.policy.file, ...changed } };
    return new Sender(policy, this.ledger, KEY, isSealed);
  }

  /** The rule that refuses the call; `signed` where none does. */
  refusal(): Promise<string> {
    return this.sender.send(REQUEST).then(
      () => 'signed',
      ({ rule }: { rule: string }) => rule,
    );
  }

  /** The question of the call to a person. */
  asked(): string {
    return this.ledger.read().state.asked.get('one')?.call ?? '';
  }

  /** Approves the call, which is asked for first. */
  async approve(): Promise<void> {
    await this.refusal();
    this.ledger.approve('one', this.asked(), Date.now());
  }

  /** Does something between the reservation of the next call and its signature. */
  onceReserved(work: () => void): void {
    const { ledger } = this;
    const reserve = jest.spyOn(ledger, 'reserve').mockImplementation((...wanted) => {
      reserve.mockRestore();
      const reserved = ledger.reserve(...wanted);
      work();
      return reserved;
    });
  }

  close(): void {
    jest.restoreAllMocks();
    this.ledger.close();
    this.#fake.close();
    rmSync(this.#folder, { recursive: true });
  }
}
