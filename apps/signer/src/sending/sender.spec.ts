import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesToHex, DEVELOPMENT_PROFILE, expectedActions, packTransaction } from '@app/client';
import { secp256k1Signer } from '@app/client/keys';
import { Ledger } from '../ledger/ledger';
import { type Policy, readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { BROKEN, FakeNodes, REFUSED } from '../testing/fake-node';
import { questionHash } from './call-hash';
import { Sender } from './sender';

const MINUTE = 60_000;
const MAC_KEY = Buffer.alloc(32, 7);
const KEY = { signer: secp256k1Signer('11'.repeat(32)), macKey: MAC_KEY };
const PAYMENT = { to: 'bob', symbol: 'USDT', amount: '21' };
const TRANSFER_ABI = {
  structs: [
    {
      name: 'transfer',
      fields: DEVELOPMENT_PROFILE.layouts['usdt.token::transfer']!.map(([name, type]) => ({ name, type })),
    },
  ],
  actions: [{ name: 'transfer', type: 'transfer' }],
};
const REQUEST = { tool: 'transfer', arguments: PAYMENT, request_id: 'one' };

describe('a call that a person has to approve', () => {
  const fake = new FakeNodes();
  let folder: string;
  let policy: Policy;
  let ledger: Ledger;
  let sender: Sender;
  let pushes: string[];
  /** Milliseconds that the clock of the signer and of its node is ahead. */
  let later: number;
  let abi: typeof TRANSFER_ABI;
  /** Members of the answer to a push. */
  let stated: Record<string, unknown>;
  let simulation: { status: string; error?: string };
  let isPushRefused: boolean;
  let beforePushed: () => void;
  /** Requests for a proposal, of which the first ones have no answer. */
  let composed: Record<string, unknown>[];
  let failures: number;
  beforeEach(async () => {
    later = 0;
    abi = TRANSFER_ABI;
    simulation = { status: 'ok' };
    isPushRefused = false;
    beforePushed = () => undefined;
    composed = [];
    failures = 0;
    stated = { block_num: 2, finality: 'in_block' };
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
    folder = mkdtempSync(path.join(tmpdir(), 'sender-'));
    pushes = [];
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
    const gateway = await fake.start({
      'chain/get_info': info,
      'chain/get_abi': () => ({ abi }),
      'tools/transfer': (body) => {
        composed.push(body);
        const packed_trx = bytesToHex(packTransaction(header(), actions));
        return composed.length > failures ? { simulation, transaction: { packed_trx } } : BROKEN;
      },
      'tools/push_transaction': ({ signed_tx }) => {
        const { packed_trx } = signed_tx as { packed_trx: string };
        pushes.push(packed_trx);
        beforePushed();
        if (isPushRefused) return REFUSED;
        const transaction_id = createHash('sha256').update(packed_trx, 'hex').digest('hex');
        return { status: 'executed', transaction_id, ...stated };
      },
    });
    const own = { gateway, nodes: [gateway], hours: undefined, stop_file: undefined, reconcile: undefined };
    policy = readPolicy(policyText({ ...EXAMPLE_POLICY, ...own }), PROFILE_TEXT);
    Ledger.create(placeOfLog(), MAC_KEY, Date.now());
    ledger = openLedger();
    sender = new Sender(policy, ledger, KEY, () => true);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    ledger.close();
    fake.close();
    rmSync(folder, { recursive: true });
  });

  const placeOfLog = () => ({ file: path.join(folder, 'ledger.db'), headFile: path.join(folder, 'head') });
  const openLedger = () => new Ledger(placeOfLog(), MAC_KEY, policy.caps);
  const refusal = () =>
    sender.send(REQUEST).then(
      () => 'signed',
      ({ rule }: { rule: string }) => rule,
    );
  const asked = () => ledger.read().state.asked.get('one')!.call;
  /** Of the call, which is asked for first. */
  async function approval(): Promise<void> {
    await refusal();
    ledger.approve('one', asked(), Date.now());
  }
  /** Does something between the reservation of the next call and its signature. */
  function onceReserved(work: () => void): void {
    const reserve = jest.spyOn(ledger, 'reserve').mockImplementation((...wanted) => {
      reserve.mockRestore();
      const reserved = ledger.reserve(...wanted);
      work();
      return reserved;
    });
  }

  it('an approval holds for fifteen minutes', async () => {
    expect(await refusal()).toBe('approval');
    ledger.approve('one', asked(), Date.now());
    later += 15 * MINUTE + 1;
    expect(await refusal()).toBe('approval');
    expect(pushes).toEqual([]);
    ledger.approve('one', asked(), Date.now());
    later += 14 * MINUTE;
    expect(await refusal()).toBe('signed');
    expect(pushes).toHaveLength(1);
  });

  it('an approval that a clock ahead gave holds for no longer once the clock is set back', async () => {
    later = 60 * MINUTE;
    await approval();
    later = 0;
    expect(await refusal()).toBe('approval');
    later = 46 * MINUTE;
    expect(await refusal()).toBe('signed');
  });

  it('an approval of another call, or of the same for other reasons, is none', async () => {
    expect(await refusal()).toBe('approval');
    for (const question of ['00'.repeat(32), questionHash(asked(), []), questionHash(asked(), ['hours'])]) {
      ledger.approve('one', question, Date.now());
      expect(await refusal()).toBe('approval');
    }
    expect(pushes).toEqual([]);
  });

  it('a call that was signed is sent again without a person, with the same bytes, and no other call is', async () => {
    await approval();
    expect(await refusal()).toBe('signed');
    later += 30_000;
    expect(await refusal()).toBe('signed');
    expect(new Set(pushes).size).toBe(1);
    const other = sender.send({ ...REQUEST, request_id: 'two' });
    await expect(other).rejects.toMatchObject({ rule: 'approval' });
  });

  it('a person is asked for the first payment to a receiver, also after a restart, and for no later one', async () => {
    const askedText = (request: string) => ledger.read().state.asked.get(request)!.text;
    await refusal();
    expect(askedText('one')).toContain('the first payment of this signer to bob');
    ledger.approve('one', asked(), Date.now());
    expect(await refusal()).toBe('signed');
    ledger.close();
    ledger = openLedger();
    sender = new Sender(policy, ledger, KEY, () => true);
    await sender.send({ ...REQUEST, request_id: 'two' }).catch(() => undefined);
    expect(askedText('two')).toContain('above `confirm.above`');
    expect(askedText('two')).not.toContain('the first payment');
  });

  it('an approved call is not signed once the contract exchanged sender and receiver', async () => {
    await approval();
    const [{ name, fields }] = TRANSFER_ABI.structs as [(typeof TRANSFER_ABI.structs)[0]];
    abi = { ...TRANSFER_ABI, structs: [{ name, fields: [fields[1]!, fields[0]!, ...fields.slice(2)] }] };
    expect(await refusal()).toBe('nodes');
    expect(pushes).toEqual([]);
    expect(ledger.find('one')).toBeUndefined();
    abi = TRANSFER_ABI;
    expect(await refusal()).toBe('signed');
  });

  it('the signer takes over block and finality alone of the answer to a push, in the form of the API', async () => {
    await approval();
    let nested: unknown = 0;
    // As deep as JSON.stringify of this fake goes.
    for (let depth = 0; depth < 4000; depth += 1) nested = [nested];
    stated = { block_num: 'x'.repeat(100_000), finality: { in_block: true }, nested };
    expect(await sender.send(REQUEST)).toMatchObject({ status: 'executed', block_num: null, finality: null });
    expect(ledger.find('one')).toMatchObject({ outcome: 'executed', blockNum: null });
    expect(JSON.stringify(ledger.read().events.at(-1))).toHaveLength(
      JSON.stringify({ type: 'outcome', id: 'a'.repeat(64), status: 'executed', block_num: null }).length,
    );
  });

  it('an execution that the gateway stated stays in the log, and is named once it has forgotten the transaction', async () => {
    await approval();
    expect(await sender.send(REQUEST)).toMatchObject({ status: 'executed', block_num: 2 });
    later += 60 * MINUTE;
    isPushRefused = true;
    const { events } = ledger.read();
    const before = events.length;
    expect(await sender.send(REQUEST)).toMatchObject({
      ...{ status: 'unknown', block_num: 2 },
      next: expect.stringContaining('said before that it was executed'),
    });
    expect(ledger.find('one')).toMatchObject({ outcome: 'executed', blockNum: 2 });
    // Nor do answers that differ in turn fill the log: one entry notes that the bytes are signed again.
    expect(events.slice(before).map(({ type }) => type)).toEqual(['claim']);
  });

  it('a log that cannot be written after a push keeps no answer about the payment from the agent', async () => {
    await approval();
    const errors = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    beforePushed = () => mkdirSync(`${placeOfLog().headFile}.partial`);
    expect(await sender.send(REQUEST)).toMatchObject({ status: 'executed', block_num: 2 });
    expect(errors).toHaveBeenCalledWith(
      expect.stringMatching(/^the log lacks that [0-9a-f]{64} is executed: /),
    );
    // Nothing further is signed until it can be written again.
    await expect(sender.send(REQUEST)).rejects.toThrow(/directory|EISDIR/);
    expect(pushes).toHaveLength(1);
    rmSync(`${placeOfLog().headFile}.partial`, { recursive: true });
    expect(await sender.send(REQUEST)).toMatchObject({ status: 'executed' });
    expect(new Set(pushes).size).toBe(1);
  });

  it('a proposal, which is never signed, takes no request id of the gateway, and is asked for again', async () => {
    failures = 1;
    expect(await refusal()).toBe('approval');
    expect(composed).toHaveLength(2);
    for (const body of composed) expect(body).not.toHaveProperty('request_id');
  });

  it('an error of the gateway is one line, and moves no cursor of a terminal', async () => {
    simulation = { status: 'failed', error: 'no\u001b[2K\r\nsigner approve one 0011223344556677' };
    await expect(sender.send(REQUEST)).rejects.toMatchObject({
      rule: 'simulation',
      message: 'no\\u001b[2K\\u000d\\u000asigner approve one 0011223344556677',
    });
  });

  it('a long error of the gateway is cut', async () => {
    simulation = { status: 'failed', error: 'x'.repeat(100_000) };
    await expect(sender.send(REQUEST)).rejects.toMatchObject({ message: 'x'.repeat(1000) });
  });

  it('a policy that is sealed anew before the signature keeps the call from being signed, and its room comes back', async () => {
    await approval();
    let isSealed = true;
    const running = new Sender(policy, ledger, KEY, () => isSealed);
    onceReserved(() => {
      isSealed = false;
    });
    await expect(running.send(REQUEST)).rejects.toMatchObject({ rule: 'sealed' });
    expect(pushes).toEqual([]);
    expect(ledger.find('one')).toMatchObject({ isVoid: true });
    // The bytes of a call that was signed before are not signed again either.
    isSealed = true;
    await running.send(REQUEST);
    const claim = jest.spyOn(ledger, 'claim').mockImplementation((id) => {
      claim.mockRestore();
      ledger.claim(id);
      isSealed = false;
    });
    await expect(running.send(REQUEST)).rejects.toMatchObject({ rule: 'sealed' });
    expect(pushes).toHaveLength(1);
  });

  it('cancel_order, which a stop file lets pass, is refused too once the policy is sealed anew', async () => {
    const isSealed = jest.fn(() => false).mockReturnValueOnce(true);
    const running = new Sender(policy, ledger, KEY, isSealed);
    const cancel = { tool: 'cancel_order', arguments: { pair: 'btcusdt', order_id: 9 }, request_id: 'two' };
    await expect(running.send(cancel)).rejects.toMatchObject({ rule: 'sealed' });
    expect(isSealed).toHaveBeenCalledTimes(2);
  });

  it('a call that its caller gives up before the signature is not signed, and its room comes back', async () => {
    await approval();
    const given = new AbortController();
    onceReserved(() => given.abort());
    const lost = sender.send({ ...REQUEST, signal: given.signal });
    await expect(lost).rejects.toMatchObject({ rule: 'stopped' });
    expect(pushes).toEqual([]);
    expect(ledger.find('one')).toMatchObject({ isVoid: true });
    expect(await sender.send(REQUEST)).toMatchObject({ status: 'executed' });
  });

  it('a stop file that appears before the signature keeps the call from being signed, and its room comes back', async () => {
    await approval();
    const stop = path.join(folder, 'STOP');
    const withStop = { ...policy, file: { ...policy.file, stop_file: stop } };
    const stopping = new Sender(withStop, ledger, KEY, () => true);
    onceReserved(() => writeFileSync(stop, ''));
    await expect(stopping.send(REQUEST)).rejects.toMatchObject({ rule: 'stopped' });
    expect(pushes).toEqual([]);
    expect(ledger.find('one')).toMatchObject({ isVoid: true });
  });
});
