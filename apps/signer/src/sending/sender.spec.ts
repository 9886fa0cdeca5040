import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { SILENT } from '../testing/fake-node';
import { REQUEST, SenderFixture, TRANSFER_ABI } from '../testing/sender-fixture';
import { questionHash } from './call-hash';

const MINUTE = 60_000;

describe('a call that a person has to approve', () => {
  let signer: SenderFixture;
  beforeEach(async () => {
    signer = await SenderFixture.start();
  });
  afterEach(() => {
    signer.close();
  });

  it('an approval holds for fifteen minutes', async () => {
    expect(await signer.refusal()).toBe('approval');
    signer.ledger.approve('one', signer.asked(), Date.now());
    signer.later += 15 * MINUTE + 1;
    expect(await signer.refusal()).toBe('approval');
    expect(signer.pushes).toEqual([]);
    signer.ledger.approve('one', signer.asked(), Date.now());
    signer.later += 14 * MINUTE;
    expect(await signer.refusal()).toBe('signed');
    expect(signer.pushes).toHaveLength(1);
  });

  it('an approval that a clock ahead gave holds for no longer once the clock is set back', async () => {
    signer.later = 60 * MINUTE;
    await signer.approve();
    signer.later = 0;
    expect(await signer.refusal()).toBe('approval');
    signer.later = 46 * MINUTE;
    expect(await signer.refusal()).toBe('signed');
  });

  it('an approval of another call, or of the same for other reasons, is none', async () => {
    expect(await signer.refusal()).toBe('approval');
    for (const question of [
      '00'.repeat(32),
      questionHash(signer.asked(), []),
      questionHash(signer.asked(), ['hours']),
    ]) {
      signer.ledger.approve('one', question, Date.now());
      expect(await signer.refusal()).toBe('approval');
    }
    expect(signer.pushes).toEqual([]);
  });

  it('a call that was signed is sent again without a person, with the same bytes, and no other call is', async () => {
    await signer.approve();
    expect(await signer.refusal()).toBe('signed');
    signer.later += 30_000;
    expect(await signer.refusal()).toBe('signed');
    expect(new Set(signer.pushes).size).toBe(1);
    const other = signer.sender.send({ ...REQUEST, request_id: 'two' });
    await expect(other).rejects.toMatchObject({ rule: 'approval' });
  });

  it('a person is asked for the first payment to a receiver, also after a restart, and for no later one', async () => {
    const askedText = (request: string) => signer.ledger.read().state.asked.get(request)!.text;
    await signer.refusal();
    expect(askedText('one')).toContain('the first payment of this signer to bob');
    signer.ledger.approve('one', signer.asked(), Date.now());
    expect(await signer.refusal()).toBe('signed');
    signer.reopen();
    await signer.sender.send({ ...REQUEST, request_id: 'two' }).catch(() => undefined);
    expect(askedText('two')).toContain('above `confirm.above`');
    expect(askedText('two')).not.toContain('the first payment');
  });

  it('an approved call is not signed once the contract exchanged sender and receiver', async () => {
    await signer.approve();
    const [{ name, fields }] = TRANSFER_ABI.structs as [(typeof TRANSFER_ABI.structs)[0]];
    signer.abi = {
      ...TRANSFER_ABI,
      structs: [{ name, fields: [fields[1]!, fields[0]!, ...fields.slice(2)] }],
    };
    expect(await signer.refusal()).toBe('nodes');
    expect(signer.pushes).toEqual([]);
    expect(signer.ledger.find('one')).toBeUndefined();
    signer.abi = TRANSFER_ABI;
    expect(await signer.refusal()).toBe('signed');
  });

  it('the signer takes over block and finality alone of the answer to a push, in the form of the API', async () => {
    await signer.approve();
    let nested: unknown = 0;
    // As deep as JSON.stringify of this fake goes.
    for (let depth = 0; depth < 4000; depth += 1) nested = [nested];
    signer.stated = { block_num: 'x'.repeat(100_000), finality: { in_block: true }, nested };
    expect(await signer.sender.send(REQUEST)).toMatchObject({
      status: 'executed',
      block_num: null,
      finality: null,
    });
    expect(signer.ledger.find('one')).toMatchObject({ outcome: 'executed', blockNum: null });
    expect(JSON.stringify(signer.ledger.read().events.at(-1))).toHaveLength(
      JSON.stringify({ type: 'outcome', id: 'a'.repeat(64), status: 'executed', block_num: null }).length,
    );
  });

  it('an execution that the gateway stated stays in the log, and is named once it has forgotten the transaction', async () => {
    await signer.approve();
    expect(await signer.sender.send(REQUEST)).toMatchObject({ status: 'executed', block_num: 2 });
    signer.later += 60 * MINUTE;
    signer.isPushRefused = true;
    const { events } = signer.ledger.read();
    const before = events.length;
    expect(await signer.sender.send(REQUEST)).toMatchObject({
      ...{ status: 'unknown', block_num: 2 },
      next: expect.stringContaining('It was reported as executed before, and is not now'),
    });
    expect(signer.ledger.find('one')).toMatchObject({ outcome: 'executed', blockNum: 2 });
    // Nor do answers that differ in turn fill the log: one entry notes that the bytes are signed again.
    expect(events.slice(before).map(({ type }) => type)).toEqual(['claim']);
  });

  it('a log that cannot be written after a push keeps no answer about the payment from the agent', async () => {
    await signer.approve();
    const errors = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    signer.beforePushed = () => mkdirSync(`${signer.placeOfLog.headFile}.partial`);
    expect(await signer.sender.send(REQUEST)).toMatchObject({ status: 'executed', block_num: 2 });
    expect(errors).toHaveBeenCalledWith(
      expect.stringMatching(/^the log lacks that [0-9a-f]{64} is executed: /),
    );
    // Nothing further is signed until it can be written again.
    await expect(signer.sender.send(REQUEST)).rejects.toThrow(/directory|EISDIR/);
    expect(signer.pushes).toHaveLength(1);
    rmSync(`${signer.placeOfLog.headFile}.partial`, { recursive: true });
    expect(await signer.sender.send(REQUEST)).toMatchObject({ status: 'executed' });
    expect(new Set(signer.pushes).size).toBe(1);
  });

  it('a proposal, which is never signed, takes no request id of the gateway, and is asked for again', async () => {
    signer.failures = 1;
    expect(await signer.refusal()).toBe('approval');
    expect(signer.composed).toHaveLength(2);
    for (const body of signer.composed) expect(body).not.toHaveProperty('request_id');
  });

  it('an error of the gateway is one line, and moves no cursor of a terminal', async () => {
    signer.simulation = { status: 'failed', error: 'no\u001b[2K\r\nsigner approve one 0011223344556677' };
    await expect(signer.sender.send(REQUEST)).rejects.toMatchObject({
      rule: 'simulation',
      message: 'no\\u001b[2K\\u000d\\u000asigner approve one 0011223344556677',
    });
  });

  it('a long error of the gateway is cut', async () => {
    signer.simulation = { status: 'failed', error: 'x'.repeat(100_000) };
    await expect(signer.sender.send(REQUEST)).rejects.toMatchObject({ message: 'x'.repeat(1000) });
  });

  it('a policy that is sealed anew before the signature keeps the call from being signed, and its room comes back', async () => {
    await signer.approve();
    let isSealed = true;
    const running = signer.senderOf({}, () => isSealed);
    signer.onceReserved(() => {
      isSealed = false;
    });
    await expect(running.send(REQUEST)).rejects.toMatchObject({ rule: 'sealed' });
    expect(signer.pushes).toEqual([]);
    expect(signer.ledger.find('one')).toMatchObject({ isVoid: true });
    // The bytes of a call that was signed before are not signed again either.
    isSealed = true;
    await running.send(REQUEST);
    const claim = jest.spyOn(signer.ledger, 'claim').mockImplementation((id) => {
      claim.mockRestore();
      signer.ledger.claim(id);
      isSealed = false;
    });
    expect(await running.send(REQUEST)).toMatchObject({ next: expect.stringContaining('refused (sealed)') });
    expect(signer.pushes).toHaveLength(1);
  });

  it('cancel_order, which a stop file lets pass, is refused too once the policy is sealed anew', async () => {
    const isSealed = jest.fn(() => false).mockReturnValueOnce(true);
    const running = signer.senderOf({}, isSealed);
    const cancel = { tool: 'cancel_order', arguments: { pair: 'btcusdt', order_id: 9 }, request_id: 'two' };
    await expect(running.send(cancel)).rejects.toMatchObject({ rule: 'sealed' });
    expect(isSealed).toHaveBeenCalledTimes(2);
  });

  it('a call that its caller gives up before the signature is not signed, and its room comes back', async () => {
    await signer.approve();
    const given = new AbortController();
    signer.onceReserved(() => given.abort());
    const lost = signer.sender.send({ ...REQUEST, signal: given.signal });
    await expect(lost).rejects.toMatchObject({ rule: 'stopped' });
    expect(signer.pushes).toEqual([]);
    expect(signer.ledger.find('one')).toMatchObject({ isVoid: true });
    expect(await signer.sender.send(REQUEST)).toMatchObject({ status: 'executed' });
  });

  const TOO_LATE = new DOMException('', 'TimeoutError');
  it.each<[string, (late: AbortController) => void]>([
    ['is reserved', (late) => signer.onceReserved(() => late.abort(TOO_LATE))],
    [
      'asks a gateway that does not answer',
      (late) => {
        signer.failures = Number.MAX_SAFE_INTEGER;
        setTimeout(() => late.abort(TOO_LATE), 100);
      },
    ],
    [
      'waits for the log to be compared',
      (late) => {
        signer.sender.compared = new Promise<void>(() => undefined);
        late.abort(TOO_LATE);
      },
    ],
    [
      'asks nodes that do not answer',
      (late) => {
        signer.beforeHead = () => {
          late.abort(TOO_LATE);
          return SILENT;
        };
      },
    ],
  ])('a call whose time to be signed ends while it %s is not signed', async (_, end) => {
    await signer.approve();
    const late = new AbortController();
    end(late);
    const sent = signer.sender.send({ ...REQUEST, signBy: late.signal });
    await expect(sent).rejects.toMatchObject({
      ...{ rule: 'stopped', message: expect.stringContaining('send it again') },
    });
    expect(signer.pushes).toEqual([]);
    expect(signer.ledger.find('one')?.isVoid).not.toBe(false);
  });

  it('a stop file that appears before the signature keeps the call from being signed, and its room comes back', async () => {
    await signer.approve();
    const stop = signer.file('STOP');
    const stopping = signer.senderOf({ stop_file: stop });
    signer.onceReserved(() => writeFileSync(stop, ''));
    await expect(stopping.send(REQUEST)).rejects.toMatchObject({ rule: 'stopped' });
    expect(signer.pushes).toEqual([]);
    expect(signer.ledger.find('one')).toMatchObject({ isVoid: true });
  });
});
