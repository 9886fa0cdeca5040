import {
  bytesToHex,
  decodeSigningRequest,
  hexToBytes,
  signingDigest,
  transactionId,
  unpackTransaction,
} from '@app/antelope';
import type { AbiJson } from '@app/client';
import {
  checkProposal,
  differencesOfBytes,
  type Proposed,
  type Wanted,
} from '../../apps/console/src/chain/check-proposal';
import { ownProfile } from '../../apps/console/src/chain/own-profile';
import { signingLink } from '../../apps/console/src/chain/signing-link';
import type { Config } from '../../apps/console/src/gateway/network-facts';
import {
  formsOf,
  inputOf,
  problemsOf,
  type ToolForm,
  type ToolsDocument,
} from '../../apps/console/src/gateway/tool-forms';
import { overRest } from '../harness/gateway/gateway-client';
import { freePorts } from '../harness/process/ports';
import { Product } from '../harness/process/product';

/** Expiry and reference block of the header, which the gateway chooses. */
const HEADER_BYTES = 10;

describe('the check of proposals in the console', () => {
  let product: Product;
  let url: string;
  let forms: ToolForm[];
  let network: Config['networks'][number];
  let profile: Wanted['profile'];
  beforeAll(async () => {
    const base = await freePorts(9);
    url = `http://127.0.0.1:${base}`;
    product = await Product.launch({}, ['--ports', String(base)]);
    await product.printed('Ctrl-C stops everything');
    const get = async <T>(path: string, body?: object) =>
      (await (await fetch(url + path, body && { method: 'POST', body: JSON.stringify(body) })).json()) as T;
    forms = formsOf(await get<ToolsDocument>('/docs/tools.json'));
    network = (await get<Config>('/console/config.json')).networks[0]!;
    const abis: Record<string, AbiJson> = {};
    for (const account_name of [network.accounts['lending']!, network.accounts['exchange']!])
      abis[account_name] = (await get<{ abi: AbiJson }>('/v1/chain/get_abi', { account_name })).abi;
    profile = ownProfile(network, { abis, shareSymbols: { '6': 'TPF' } });
  });
  afterAll(() => product.ended('SIGTERM'));

  const wantedOf = (form: ToolForm, chainId: string, input = inputOf(form, form.example)): Wanted => ({
    ...{ tool: form.name, input, chainId, profile, now: Date.now() },
  });

  async function proposalOf(form: ToolForm, input = inputOf(form, form.example)): Promise<Proposed> {
    expect(problemsOf(form, form.example)).toEqual({});
    const { body } = await overRest(url)(form.name, input);
    expect(body).toHaveProperty('transaction');
    return {
      ...(body['transaction'] as Proposed),
      ...{ expires: body['expires'] as string, vault_name: body['vault_name'] as string | undefined },
    };
  }

  const composing = () => forms.filter(({ kind }) => kind === 'compose');

  it('the check finds no difference in the proposal of the example of any tool', async () => {
    expect(composing()).toHaveLength(13);
    for (const form of composing()) {
      const proposed = await proposalOf(form);
      const { differences, actions } = checkProposal(proposed, wantedOf(form, proposed.chain_id));
      expect([form.name, differences]).toEqual([form.name, []]);
      expect(actions.length).toBeGreaterThan(0);
    }
  });

  it('the check finds a change of any byte behind the header, whatever digest and id the answer has', async () => {
    for (const form of composing()) {
      const proposed = await proposalOf(form);
      const bytes = hexToBytes(proposed.packed_trx);
      for (let at = HEADER_BYTES; at < bytes.length; at++) {
        const changed = Uint8Array.from(bytes);
        changed[at]! ^= 1 << (at % 8);
        const lie = {
          ...proposed,
          packed_trx: bytesToHex(changed),
          signing_digest: bytesToHex(signingDigest(proposed.chain_id, changed)),
          transaction_id: transactionId(changed),
        };
        const { differences } = checkProposal(lie, wantedOf(form, proposed.chain_id));
        const isSeen = differences.length > 0 || isLimitOnly(bytes, changed);
        expect([form.name, at, isSeen]).toEqual([form.name, at, true]);
      }
    }
  });

  it('other bytes than those of the proposal are never without a difference', async () => {
    const form = forms.find(({ name }) => name === 'transfer')!;
    const proposed = await proposalOf(form);
    const bytes = hexToBytes(proposed.packed_trx);
    const wanted = wantedOf(form, proposed.chain_id);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at]! ^= 1;
      expect(differencesOfBytes(bytesToHex(changed), proposed, wanted)).not.toEqual([]);
    }
    for (const text of ['', '0', 'no hex'])
      expect(differencesOfBytes(text, proposed, wanted)).not.toEqual([]);
  });

  /** Limits of net and CPU time: the transaction fails, or costs no more. */
  function isLimitOnly(bytes: Uint8Array, changed: Uint8Array): boolean {
    try {
      const [before, after] = [unpackTransaction(bytes), unpackTransaction(changed)];
      const { max_cpu_usage_ms, max_net_usage_words } = after;
      return JSON.stringify({ ...before, max_cpu_usage_ms, max_net_usage_words }) === JSON.stringify(after);
    } catch {
      return false;
    }
  }

  it('the check names what the form and the bytes say', async () => {
    const form = forms.find(({ name }) => name === 'transfer')!;
    const proposed = await proposalOf(form);
    const input = { ...inputOf(form, form.example), to: 'carol' };
    expect(checkProposal(proposed, wantedOf(form, proposed.chain_id, input)).differences).toEqual([
      'action 1: to: the form says "carol", the bytes say "bob"',
    ]);
  });

  it('the check refuses a digest, an id or a chain that is not that of the bytes', async () => {
    const form = forms.find(({ name }) => name === 'transfer')!;
    const proposed = await proposalOf(form);
    const other = 'ab'.repeat(32);
    for (const member of ['signing_digest', 'transaction_id', 'chain_id'] as const) {
      const { differences } = checkProposal(
        { ...proposed, [member]: other },
        wantedOf(form, proposed.chain_id),
      );
      expect(differences).toEqual([expect.stringMatching(new RegExp(`^${member}: the bytes give `))]);
    }
    expect(checkProposal(proposed, wantedOf(form, other)).differences).toHaveLength(2);
  });

  it('the check refuses a time that is not that of the bytes', async () => {
    const form = forms.find(({ name }) => name === 'transfer')!;
    const proposed = await proposalOf(form);
    for (const expires of [new Date(Date.parse(proposed.expires) + 1_000).toISOString(), 'soon']) {
      const { differences } = checkProposal({ ...proposed, expires }, wantedOf(form, proposed.chain_id));
      expect(differences).toEqual([expect.stringMatching(/^expires: the bytes give /)]);
    }
  });

  it('the check takes no memo of a form for the name of a new vault', async () => {
    const formOf = (tool: string) => forms.find(({ name }) => name === tool)!;
    const setup = await proposalOf(formOf('setup_vault'));
    const [created] = checkProposal(setup, wantedOf(formOf('setup_vault'), setup.chain_id)).actions;
    const member = Object.entries(network.actions['create_vault']!.data).find(([, is]) => is === '{vault}')!;
    const form = formOf('transfer');
    const input = inputOf(form, form.example);
    const vault = created!.data[member[0]]!;
    const proposed = await proposalOf(form, { ...input, memo: vault });
    const wanted = wantedOf(form, proposed.chain_id, { ...input, memo: '{vault}' });
    expect(checkProposal(proposed, wanted).differences).toEqual([
      `action 1: memo: the form says "{vault}", the bytes say "${vault}"`,
    ]);
  });

  it('the signing link of the console is one that wallets read, for these bytes and this chain', async () => {
    for (const form of composing()) {
      const { chain_id, packed_trx } = await proposalOf(form);
      expect(decodeSigningRequest(signingLink(chain_id, packed_trx))).toEqual({
        chainId: chain_id,
        transaction: unpackTransaction(hexToBytes(packed_trx)),
      });
    }
  });
});
