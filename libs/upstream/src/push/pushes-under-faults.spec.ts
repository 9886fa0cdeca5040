import fc from 'fast-check';
import { isRefusal } from './possible-holders';
import { isAgreed } from './push-policy';
import { refusalMeaning } from './push-refusal';
import { BEHAVIOURS, EXPIRED, LOOKUPS, SimulatedNodes, type SimulatedNode } from './testing/push-world';

const NOBODY: ReadonlySet<string> = new Set();

const pairs = BEHAVIOURS.flatMap((one) => BEHAVIOURS.map((other) => [one, other] as const));
const NODES: readonly SimulatedNode[] = pairs.flatMap((sends) =>
  LOOKUPS.map((lookups) => ({ sends, lookups })),
);

const LATE = [undefined, 'acts-at-once', 'acts-late'] as const;
const LATE_NODES: readonly SimulatedNode[] = BEHAVIOURS.flatMap((one) =>
  LOOKUPS.flatMap((lookups) =>
    LATE.map((late) => ({ sends: [one], lookups, ...(late === undefined ? {} : { late }) })),
  ),
);

const LIAR: SimulatedNode = { sends: ['lie'], lookups: 'denied' };
/** Nodes that would execute it, were they not at fault. */
const HONEST = LATE_NODES.filter(({ sends }) => !sends.includes('refuse') && !sends.includes('expired'));

interface Pushes {
  /** The faults of the nodes in each push of the same bytes. */
  readonly faults: readonly (readonly SimulatedNode[])[];
  /** The service restarts before each push and has forgotten which nodes may hold the transaction. */
  readonly forgets?: boolean;
}

/** As many nodes claim to have it as are believed: two, or the only one. */
const areBelieved = (nodes: readonly SimulatedNode[]): boolean =>
  nodes.filter(({ sends }) => sends.includes('claim')).length >= Math.min(2, nodes.length);

/** Pushes the same bytes under each of the faults in turn, and checks each result against the nodes. */
function checkPushes({ faults, forgets = false }: Pushes): void {
  const world = new SimulatedNodes();
  let earlier = NOBODY;
  for (const nodes of faults) {
    if (forgets) earlier = NOBODY;
    const push = world.push(nodes, earlier);
    const { result, facts: known, answeredLookups, coveringLookups } = push;
    const results = [...known.first.values(), ...known.again.values()];
    const isHeld = world.holders.size > 0;
    const isReportedExecuted = result.kind === 'outcome' && result.outcome.status !== 'unknown';
    // Of a push that reached no node nothing is claimed but that: a service that forgot says no more.
    const isReportedFailed = result.kind === 'refused' || (result.kind === 'unavailable' && !forgets);
    const isExpired = results.some((sent) => sent.kind === 'refused' && sent.error === EXPIRED);
    const isUndecidable =
      earlier.size > 0 ||
      results.some(({ kind }) => kind === 'unacknowledged') ||
      answeredLookups === 0 ||
      (isExpired && coveringLookups === 0) ||
      (results.filter(isRefusal).length === 1 && results.some(({ kind }) => kind === 'not-reached'));
    const isUnknown = result.kind === 'outcome' && result.outcome.status === 'unknown';
    const wrong = {
      falseFailure: isReportedFailed && isHeld,
      // A block decides where the nodes do not agree.
      falseSuccess: isReportedExecuted && !isHeld && isAgreed(known) && !areBelieved(nodes),
      falseUnknown: isUnknown && !isUndecidable,
    };
    // One comparison for a wrong report alone, with its faults: an expectation takes longer than a push.
    if (Object.values(wrong).includes(true)) expect({ faults, wrong }).toEqual({ faults, wrong: {} });
    earlier = world.remembered(push, earlier);
  }
}

/** A node of which nothing was remembered refuses a transaction for its own trouble only after it looked for a duplicate. */
const looksForDuplicates = ({ sends, lookups }: SimulatedNode): boolean =>
  lookups !== 'recent' || !sends.includes('trouble');

describe('a push by the policy', () => {
  it('a push by the policy is never reported wrongly under any combination of faults of two nodes', () => {
    for (const one of NODES) for (const other of NODES) checkPushes({ faults: [[one, other]] });
  });

  it('a push by the policy is never reported wrongly when nodes are late', () => {
    for (const one of LATE_NODES) for (const other of LATE_NODES) checkPushes({ faults: [[one, other]] });
  });

  it('a push by the policy is never reported wrongly when the same bytes are pushed several times under faults', () => {
    const node = fc.constantFrom(...NODES, ...LATE_NODES);
    const faults = fc
      .integer({ min: 1, max: 3 })
      .chain((count) =>
        fc.array(fc.array(node, { minLength: count, maxLength: count }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(faults, (several) => {
        checkPushes({ faults: several });
      }),
      { numRuns: 5_000 },
    );
  });

  it('a push by the policy is never reported as failed by the word of one node of three that passes it on', () => {
    for (const one of HONEST)
      for (const other of HONEST) {
        const orders = [
          [LIAR, one, other],
          [one, LIAR, other],
          [one, other, LIAR],
        ];
        for (const nodes of orders) {
          const { result } = new SimulatedNodes().push(nodes, NOBODY);
          const isFinal = result.kind === 'refused' && refusalMeaning(result.error) !== 'node-trouble';
          if (isFinal || result.kind === 'unavailable') expect({ nodes, result }).toEqual({ nodes });
        }
      }
  });

  it('a push by the policy to one node is never reported wrongly when the service restarts between pushes', () => {
    const nodes = NODES.filter(looksForDuplicates);
    for (const one of nodes)
      for (const other of nodes) checkPushes({ faults: [[one], [other]], forgets: true });
  });
});
