import type { ActionTrace, TransactionTrace } from '@app/ship';
import { mergedActions } from '../../../apps/history/src/derive/merged-actions';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { name, SampleBlocks, sampleId } from '../../harness/history/sample-blocks';
import { ServedReader } from '../../harness/history/served-reader';
import { useStoreLocations } from '../../harness/history/store-locations';

const BLOCK = 2;
const ID = sampleId(BLOCK, 1);
const CONTRACT = name('sys.token');
const FACTORY = name('factory');
const SIGNED = { actor: name('alice'), permission: name('active') };

/** A trace without authorization, as state history sends it. */
const trace = (actionOrdinal: number, part: Partial<ActionTrace>): ActionTrace => ({
  actionOrdinal,
  creatorActionOrdinal: 0,
  receipt: {
    receiver: CONTRACT,
    actDigest: new Uint8Array(32),
    globalSequence: BigInt(actionOrdinal),
    recvSequence: BigInt(actionOrdinal),
    authSequence: [],
    codeSequence: 1,
    abiSequence: 1,
  },
  receiver: CONTRACT,
  act: { account: CONTRACT, name: name('note'), authorization: [], data: new Uint8Array() },
  contextFree: false,
  elapsed: 0n,
  console: new Uint8Array(),
  accountRamDeltas: [],
  ...part,
});

const TRANSACTION: TransactionTrace = {
  id: ID,
  status: 0,
  cpuUsageUs: 100,
  netUsageWords: 12,
  elapsed: 0n,
  netUsage: 96n,
  scheduled: false,
  actionTraces: [
    trace(1, { contextFree: true }),
    trace(2, { contextFree: false }),
    trace(3, { contextFree: false, creatorActionOrdinal: 2 }),
  ],
};

/** A trace of another contract, so that pages of the first one do not have it. */
function traceOfFactory(actionOrdinal: number, part: Partial<ActionTrace>): ActionTrace {
  const { receipt, act } = trace(actionOrdinal, {});
  return trace(actionOrdinal, {
    receipt: { ...receipt!, receiver: FACTORY },
    receiver: FACTORY,
    act: { ...act, account: FACTORY, authorization: part.contextFree ? [] : [SIGNED] },
    ...part,
  });
}

/** A contract creates an account in a transaction that alice signed, behind a context-free action. */
const CREATION = {
  actions: mergedActions([
    {
      ...TRANSACTION,
      actionTraces: [traceOfFactory(4, { contextFree: true }), traceOfFactory(5, { contextFree: false })],
    },
  ]),
  createdAccounts: [{ account: name('child'), creator: FACTORY, globalSequence: 5n }],
};

describe.each(useStoreLocations())('answers of %s for actions without authorization', (_, locate) => {
  let reader: HistoryReader;
  let served: ServedReader;

  beforeAll(async () => {
    const location = await locate('context_free');
    const writer = await openHistoryWriter(location);
    await writer.open(new Uint8Array(32));
    const blocks = new SampleBlocks(BLOCK);
    const block = blocks.next([[]], { actions: mergedActions([TRANSACTION]) });
    await writer.append([block, blocks.next([[]], CREATION)], 0);
    await writer.close();
    reader = await openHistoryReader(location);
    served = await ServedReader.start(reader, 0);
  });
  afterAll(async () => {
    await served.close();
    await reader.close();
  });

  const id = Buffer.from(ID).toString('hex');
  const expected = [{ context_free: true }, { context_free: false }, { context_free: false }];

  it('/v2/history/get_transaction marks the context free one only', async () => {
    const { json } = await served.get('/v2/history/get_transaction', { id });
    expect(json).toMatchObject({
      actions: [
        { context_free: true, creator_action_ordinal: 0 },
        { context_free: false, creator_action_ordinal: 0 },
        { context_free: false, creator_action_ordinal: 2 },
      ],
    });
  });

  it('/v1/history/get_transaction marks the context free one only, and lists it apart from the others', async () => {
    const { json } = await served.post('/v1/history/get_transaction', { id });
    expect(json).toMatchObject({ traces: expected });
    const { trx } = (json as { trx: { trx: Record<string, unknown[]> } }).trx;
    expect([trx['context_free_actions'], trx['actions']]).toMatchObject([
      [{ name: 'note' }],
      [{ name: 'note' }],
    ]);
  });

  it('/v1/history/get_actions, newest first, marks the context free one only', async () => {
    const { json } = await served.post('/v1/history/get_actions', {
      account_name: 'sys.token',
      pos: 0,
      offset: 9,
    });
    expect(json).toMatchObject({ actions: expected.toReversed().map((action_trace) => ({ action_trace })) });
  });

  it('/v2/history/get_creator answers the account that signed, behind a context-free action', async () => {
    const { json } = await served.get('/v2/history/get_creator', { account: 'child' });
    expect(json).toMatchObject({ creator: 'factory', indirect_creator: 'alice' });
  });
});
