import { writeFileSync } from 'node:fs';
import { REQUEST, SenderFixture } from '../testing/sender-fixture';

describe('a call that was signed before, and is refused now', () => {
  let signer: SenderFixture;
  beforeEach(async () => {
    signer = await SenderFixture.start();
    await signer.approve();
  });
  afterEach(() => {
    signer.close();
  });

  /** A sender of the same log that signs nothing, with the word of the rule. */
  const STOPPED: readonly (readonly [string, () => ReturnType<SenderFixture['senderOf']>])[] = [
    [
      'stopped',
      () => {
        writeFileSync(signer.file('STOP'), '');
        return signer.senderOf({ stop_file: signer.file('STOP') });
      },
    ],
    ['sealed', () => signer.senderOf({}, () => false)],
    ['not_allowed', () => signer.senderOf({ allow: {} })],
  ];

  it.each(STOPPED)(
    'the rule %s keeps its outcome from no caller, and signs nothing',
    async (rule, stopped) => {
      const { transaction_id } = await signer.sender.send(REQUEST);
      const before = signer.ledger.read().events.length;
      expect(await stopped().send(REQUEST)).toMatchObject({
        ...{
          status: 'already_executed',
          transaction_id,
          block_num: 2,
          effect: 'pays 21.00000000 USDT to bob',
        },
        next: expect.stringMatching(
          new RegExp(`^Nothing is sent again: refused \\(${rule}\\): .*It was reported as executed before`),
        ),
      });
      expect(signer.pushes).toHaveLength(1);
      expect(signer.ledger.read().events).toHaveLength(before);
    },
  );

  it('an execution that a node of the owner has needs no look at balances', async () => {
    const { transaction_id } = await signer.sender.send(REQUEST);
    signer.transactionStatus = { state: 'IN_BLOCK', block_number: 9 };
    expect(await signer.senderOf({}, () => false).send(REQUEST)).toMatchObject({
      ...{ status: 'already_executed', transaction_id, block_num: 9 },
      next: expect.not.stringContaining('balances'),
    });
  });

  it('another call of its request id, and another request id, are refused', async () => {
    await signer.sender.send(REQUEST);
    const stopped = signer.senderOf({}, () => false);
    const others = [
      { ...REQUEST, arguments: { ...REQUEST.arguments, amount: '20' } },
      { ...REQUEST, arguments: { ...REQUEST.arguments, amount: 'much' } },
      { ...REQUEST, request_id: 'two' },
    ];
    for (const other of others) await expect(stopped.send(other)).rejects.toMatchObject({ rule: 'sealed' });
  });

  it('a node of the owner that has the transaction is believed where the gateway does not answer for it', async () => {
    signer.isPushRefused = true;
    signer.transactionStatus = { state: 'IRREVERSIBLE', block_number: 9 };
    signer.beforePushed = () => {
      signer.later += 10 * 60_000;
    };
    expect(await signer.sender.send(REQUEST)).toMatchObject({ status: 'already_executed', block_num: 9 });
    expect(signer.ledger.find('one')).toMatchObject({ outcome: 'executed', blockNum: 9 });
  });

  it('a transaction that the gateway did not answer for is looked up at the nodes of the owner', async () => {
    signer.isPushRefused = true;
    signer.beforePushed = () => {
      signer.later += 10 * 60_000;
    };
    expect(await signer.sender.send(REQUEST)).toMatchObject({
      ...{ status: 'unknown', next: expect.stringMatching(/^The gateway says: .*It has expired/) },
    });
    const stopped = signer.senderOf({}, () => false);
    expect(await stopped.send(REQUEST)).toMatchObject({
      status: 'unknown',
      next: expect.stringMatching(/^Nothing is sent again: .*It has expired, and whether it was executed/),
    });
    signer.transactionStatus = { state: 'IN_BLOCK', block_number: 9 };
    expect(await stopped.send(REQUEST)).toMatchObject({ status: 'already_executed', block_num: 9 });
    expect(signer.pushes).toHaveLength(1);
  });
});
