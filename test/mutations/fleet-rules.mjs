// Rules of the pool, of verified reads and of pushes, each with what it would be without one of its parts. `found`: the
// property or the run that has to fail then, of the model of a fleet or of `spec`.
const FAULTS = 'libs/upstream/src/push/pushes-under-faults.spec.ts';
const POOL = 'libs/upstream/src/pool';
const PUSH = 'libs/upstream/src/push';
const STATED = 'one of three nodes, in the position that it states, has faults';
const PUSHES = 'one of three nodes, in its pushes, has faults';
const TWO_LIARS = 'two of five nodes make up rows, and are asked first';
const TOO_MUCH = 'two of five nodes answer with too much, and are asked first';
const FORGOTTEN = 'a push that the first two of five nodes acknowledge and forget';
const STATES_BLOCK = 'one node takes a push on a fork of its own, and another one states a false block';
const STARTS = 'the fastest node of three lies to a replica that starts';
const OF_TWO = 'the sound one of two nodes is always used';

export const MUTATIONS = [
  {
    rule: 'the highest head decides',
    ...{ file: `${POOL}/consensus.ts`, found: STATED },
    ...{ from: 'return valueOf(majority);', to: 'return valueOf(first);' },
  },
  {
    rule: 'the higher one of two nodes counts whatever time allows',
    ...{ file: `${POOL}/consensus.ts`, found: OF_TWO },
    from: 'if (others.length === 0) {',
    to: 'if (others.length === 0) {\n    return valueOf(first);',
  },
  {
    rule: 'a replica that starts remembers what the first node states',
    ...{ file: `${POOL}/network-state.ts`, found: STARTS },
    ...{ from: 'known === undefined && !this.#areCompared', to: 'false' },
  },
  {
    rule: 'a head that another replica states counts whatever time allows',
    ...{ file: `${POOL}/shown-heads.ts`, found: STATED },
    ...{ from: 'highest <= head || !this.isPossible(highest)', to: 'highest <= head' },
  },
  {
    rule: 'of nodes that differ the first one is believed',
    ...{ file: 'libs/upstream/src/verify/verified-reads.ts', found: OF_TWO },
    from: "if (verdict.kind !== 'agreed') throw new NodesDisagreeError(evidence);",
    to: "if (verdict.kind !== 'agreed') return verified(one.answer, CONFIRMED);",
  },
  {
    rule: 'a difference is settled by three nodes, however many there are',
    ...{ file: 'libs/upstream/src/verify/statements.ts', found: TWO_LIARS },
    ...{
      from: 'if (further !== undefined) nodes',
      to: 'if (further !== undefined && nodes.length < 3) nodes',
    },
  },
  {
    rule: 'one node that answers with too much ends a read',
    ...{ file: `${POOL}/too-large-answers.ts`, found: TOO_MUCH },
    ...{ from: 'this.#from.size * 2 >', to: 'this.#from.size * 2 >= 0 *' },
  },
  {
    rule: 'one node shows that a transaction is in a block',
    ...{ file: `${PUSH}/confirm/sighting.ts`, found: PUSHES },
    ...{ from: 'const WITNESSES = 2;', to: 'const WITNESSES = 1;' },
  },
  {
    rule: 'one refusal ends a push',
    ...{ file: `${PUSH}/push-policy.ts`, found: PUSHES },
    ...{ from: 'const REFUSALS = 2;', to: 'const REFUSALS = 1;' },
  },
  {
    rule: 'a node that gave no answer does not hold a push',
    ...{ file: `${PUSH}/possible-holders.ts`, spec: FAULTS, found: 'any combination of faults of two nodes' },
    ...{
      from: "kind !== 'refused' && kind !== 'not-reached'",
      to: "kind === 'executed' || kind === 'duplicate'",
    },
  },
  {
    rule: 'a transaction that vanished is not sent again',
    ...{ file: `${PUSH}/watch/push-watch.ts`, found: FORGOTTEN },
    ...{ from: '    this.#resend(watched);', to: '' },
  },
  {
    rule: 'one node that states a block stops the resends',
    ...{ file: `${PUSH}/watch/watched-push.ts`, found: STATES_BLOCK },
    ...{ from: 'having * 2 < kinds.length', to: 'having === 0' },
  },
];
