import { actionRootOf, decodeBlock, type DecodedBlock, forgedAction } from '@app/ship';
import { RECORDED_SESSIONS } from '../../harness/ship/recorded-frames';
import { recordedBlocks } from '../../harness/ship/recorded-source';

/** The recorded blocks of real nodes that came with traces. */
const blocks: readonly DecodedBlock[] = RECORDED_SESSIONS.flatMap((session) =>
  recordedBlocks(session)
    .filter(({ thisBlock, block, traces }) => [thisBlock, block, traces].every((part) => part !== undefined))
    .map(decodeBlock),
);

describe('the proof of the actions of a block', () => {
  it('the root of the receipts is the one in the header, in every block of real nodes', () => {
    expect(blocks.length).toBeGreaterThan(300);
    for (const { block, traces } of blocks)
      expect(Buffer.from(actionRootOf(traces)).toString('hex')).toBe(
        Buffer.from(block!.actionMroot).toString('hex'),
      );
  });

  it('every executed action is the one of its receipt, in every block of real nodes', () => {
    for (const { traces } of blocks) expect(forgedAction(traces)).toBeUndefined();
  });

  it.each<[string, (traces: DecodedBlock['traces']) => void]>([
    ['other data', (traces) => (traces[0]!.actionTraces[0]!.act.data = Uint8Array.of(1, 2, 3))],
    ['another name', (traces) => (traces[0]!.actionTraces[0]!.act.name += 16n)],
    ['another contract', (traces) => (traces[0]!.actionTraces[0]!.act.account += 16n)],
    ['another signer', (traces) => (traces[0]!.actionTraces[0]!.act.authorization[0]!.actor += 16n)],
    ['another receiver', (traces) => (traces[0]!.actionTraces[0]!.receiver += 16n)],
    ['another return value', (traces) => (traces[0]!.actionTraces[0]!.returnValue = Uint8Array.of(1))],
  ])('an action with %s is forged', (_, change) => {
    const { traces } = decodedAgain();
    expect(forgedAction(traces)).toBeUndefined();
    change(traces);
    expect(forgedAction(traces)).toBe(traces[0]!.actionTraces[0]);
  });

  it.each<[string, (traces: DecodedBlock['traces']) => void]>([
    ['with another sequence', (traces) => (traces[0]!.actionTraces[0]!.receipt!.globalSequence += 1n)],
    [
      'with another digest',
      (traces) => (traces[0]!.actionTraces[0]!.receipt!.actDigest = new Uint8Array(32)),
    ],
    ['without a receipt', (traces) => (traces[0]!.actionTraces[0]!.receipt = undefined)],
    ['of a transaction that failed', (traces) => (traces[0]!.status = 2)],
  ])('an action %s has another root', (_, change) => {
    const { block, traces } = decodedAgain();
    change(traces);
    expect(Buffer.compare(actionRootOf(traces), block!.actionMroot)).not.toBe(0);
  });
});

type Traces = DecodedBlock['traces'];
type Trace = Traces[number]['actionTraces'][number];

const DELAYED = 3;
const isNotification = ({ receiver, act }: Trace): boolean => receiver !== act.account;

describe('the proof of what else the trace of an action says', () => {
  it('a transaction that is said to be delayed hides no action', () => {
    const { traces } = decodedAgain();
    traces[0]!.status = DELAYED;
    expect(forgedAction(traces)).toBe(traces[0]!.actionTraces[0]);
  });

  it('a notification of another action than its creator is forged', () => {
    const notifying = blocks
      .flatMap(({ traces }) => traces)
      .find(({ actionTraces }) => actionTraces.some(isNotification));
    const told = structuredClone(notifying!);
    const notified = told.actionTraces.find(isNotification)!;
    expect(forgedAction([told])).toBeUndefined();
    const { traces } = decodedAgain();
    const stranger = { ...traces[0]!.actionTraces[0]!, actionOrdinal: 1_000 };
    told.actionTraces = [...told.actionTraces, stranger];
    notified.creatorActionOrdinal = stranger.actionOrdinal;
    expect(forgedAction([told])).toBe(notified);
  });
});

/** A block of its own copy, as specs change it. */
const decodedAgain = (): DecodedBlock =>
  decodeBlock(recordedBlocks('session').find(({ traces }) => traces !== undefined)!);
