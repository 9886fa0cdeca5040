import type { NodeAnswerError } from '../node/errors';
import type { LookupResult, PushFacts, PushOutcome, PushResult, PushStep } from './push-facts';
import { isRefusal, mayHaveArrivedBefore, possibleHolders } from './possible-holders';
import { preferDefinitive, refusalMeaning } from './push-refusal';
import type { TransactionLocation } from './transaction-answers';

/** Additional look-ups of a transaction that is executed and has no block yet: blocks are half a second apart. */
const BLOCK_LOOKUPS = 2;
/** Nodes that have to refuse a transaction, where as many follow the chain. */
const WITNESSES = 2;
const NO_LOCATION: TransactionLocation = { blockNum: null, blockTimeMs: null };

/**
 * The next step of a push. Pure. An executed transaction is never reported as failed. Only identical bytes
 * are sent: the chain takes a transaction once, so sending them again is safe until they expire.
 *
 * 1. Nodes are tried in order until one executes it, more than half have it already, or two refuse it: one of them may
 *    lie. A second one is asked only where it follows the chain and left no push unanswered lately; where there is such a one, a single
 *    refusal is not reported. A refusal that may be trouble of a node is kept, and reported when nodes do not agree on
 *    another one. A node that was sent the bytes and did none of these
 *    may hold the transaction, whatever it answered, and so may the nodes of earlier pushes of the same bytes. Only a node to which no byte was sent certainly does not. The next node does not wait for a
 *    late one, and neither does an acceptance; a refusal does, as the late node may execute the bytes.
 *    A node that has the transaction already has it by this push where that was sent to another node before, and no
 *    earlier push of the same bytes is known.
 * 2. When some nodes may hold it, the transaction is looked up, then the bytes are sent to these nodes
 *    once more: a node that refuses them now has never accepted them.
 *    "Expired" proves nothing: the chain looks at the age before it looks for a duplicate.
 * 3. A refusal counts as a failure only when no node remains that may hold it; else the answer is `unknown`,
 *    at the latest when the budget is used up.
 * 4. No failure is reported before the transaction was looked up by its id: these bytes may have been
 *    sent before by another way, and the node that refuses them now may not be the one that accepted them.
 *    A refusal counts only when a node that keeps transactions answered that it does not have this one;
 *    "expired" only when that node keeps all blocks that it may be in. Else the answer is `unknown`.
 *
 * @param maxLookups number of final look-ups of an unconfirmed transaction
 */
export function nextStep(facts: PushFacts, maxLookups: number): PushStep {
  const accepted = acceptance(facts);
  if (accepted !== undefined) return accepted;
  const node = nextOfFirstRound(facts);
  if (node !== undefined) return { kind: 'send', node, round: 'first' };
  if ([...facts.first.values()].some(({ kind }) => kind === 'late')) return { kind: 'await-late' };
  if (facts.earlier === undefined) return { kind: 'recall' };
  const holders = possibleHolders(facts);
  return holders.size === 0 ? failure(facts, maxLookups) : search(facts, holders, maxLookups);
}

/** When a node has executed the transaction, now or before: those that say to have it may lie, so most have to say so. */
function acceptance(facts: PushFacts): PushStep | undefined {
  const sent = [...facts.first, ...facts.again];
  const executed = sent.map(([, result]) => result).find(({ kind }) => kind === 'executed');
  if (executed?.kind === 'executed') return outcome('executed', executed.location);
  const duplicates = sent.filter(([, { kind }]) => kind === 'duplicate').map(([node]) => node);
  const [node] = duplicates;
  if (node === undefined) return undefined;
  const another = areMost(duplicates, facts) || facts.isTimeUp ? undefined : nextFollowing(facts);
  if (another !== undefined) return { kind: 'send', node: another, round: 'first' };
  if (facts.lookups.length === 0) return { kind: 'look-up', node };
  const isOwn = mayHaveArrivedBefore(sent.map(([, result]) => result));
  if (isOwn && facts.earlier === undefined) return { kind: 'recall' };
  const status = isOwn && facts.earlier?.size === 0 ? 'executed' : 'already_executed';
  return located(facts, status, node) ?? outcome(status, NO_LOCATION);
}

/**
 * Whether nodes say so much of an execution that no block has to show it: one answered with what it executed, or as many
 * have the transaction as have to, and none refuses it. Pure.
 */
export function isAgreed(facts: PushFacts): boolean {
  const { first, again, following } = facts;
  const sent = [...first, ...again];
  if (sent.some(([, result]) => isRefusal(result))) return false;
  if (sent.some(([, { kind }]) => kind === 'executed')) return true;
  const saying = new Set(sent.filter(([, { kind }]) => kind === 'duplicate').map(([node]) => node));
  const isOnly = following.size === 1 && [...following].every((node) => saying.has(node));
  return isOnly || areMost([...saying], facts);
}

/**
 * Whether more than half of the nodes that follow the chain, and more than one, are among these: less than half may lie
 * alike.
 */
const areMost = (nodes: readonly string[], { following }: PushFacts): boolean =>
  nodes.filter((node) => following.has(node)).length > Math.max(1, following.size / 2);

/**
 * Undefined when each node was tried, or two refused it for a reason that is not trouble of their own; after one such
 * refusal, when each one that follows the chain was tried.
 */
function nextOfFirstRound(facts: PushFacts): string | undefined {
  const { nodes, first } = facts;
  const refusals = [...first.values()].filter(isRefusal).length;
  if (refusals >= WITNESSES) return undefined;
  return refusals === 0 ? nodes.find((node) => !first.has(node)) : nextFollowing(facts);
}

const nextFollowing = ({ nodes, following, silent, first }: PushFacts): string | undefined =>
  nodes.find((node) => !first.has(node) && following.has(node) && !silent.has(node));

/** No node can hold the transaction, as far as this service knows: looks it up before it reports a failure. */
function failure(facts: PushFacts, maxLookups: number): PushStep {
  if (facts.lookups.length === 0) return { kind: 'look-up' };
  const found = located(facts, 'already_executed');
  if (found !== undefined) return found;
  const sent = [...facts.first.values(), ...facts.again.values()];
  const refusals = sent.flatMap((result) => (result.kind === 'refused' ? [result.error] : []));
  if (refusals.length === 0) {
    const failures = sent.flatMap((result) => (result.kind === 'not-reached' ? [result.failure] : []));
    return done({ kind: 'unavailable', failures });
  }
  const refusal = refusalToReport(facts, refusals);
  if (refusal !== undefined && facts.lookups.some(excludes(refusals)))
    return done({ kind: 'refused', error: refusal });
  if (facts.isTimeUp || facts.lookups.length >= maxLookups) return outcome('unknown', NO_LOCATION);
  return lookUpAfterPause(facts);
}

/**
 * Whether a look-up shows that a refused transaction was not executed before. Nodes check for a duplicate before
 * anything else but the age: where none says that it is too old, the refusing node has said itself that its chain does not
 * hold it.
 */
function excludes(refusals: readonly NodeAnswerError[]): (lookup: LookupResult) => boolean {
  const isExpired = refusals.some((refusal) => refusalMeaning(refusal) === 'expired');
  return ({ isAnswered, coversLife }) => (isExpired ? coversLife : isAnswered);
}

/** Nodes may hold the transaction: looks it up, sends it to them once more, and looks it up again. */
function search(facts: PushFacts, holders: ReadonlySet<string>, maxLookups: number): PushStep {
  const { first, again, lookups } = facts;
  const isSentNow = [...holders].some((node) =>
    [first, again].some((round) => round.get(node)?.kind === 'unacknowledged'),
  );
  const found = located(facts, isSentNow ? 'executed' : 'already_executed');
  if (found !== undefined) return found;
  const node = facts.nodes.find((each) => holders.has(each) && !again.has(each));
  if (node !== undefined) {
    const isLookedUp = again.size > 0 || lookups.length > 0;
    return isLookedUp ? { kind: 'send', node, round: 'again' } : { kind: 'look-up' };
  }
  if (facts.isTimeUp || lookups.length >= maxLookups) return outcome('unknown', NO_LOCATION);
  return lookUpAfterPause(facts);
}

/** The outcome of a transaction that a look-up found; one without a block yet is looked up again, a few times. */
function located(facts: PushFacts, status: PushOutcome['status'], node?: string): PushStep | undefined {
  const { lookups, isTimeUp } = facts;
  const location = lookups.findLast((lookup) => lookup.location !== undefined)?.location;
  if (location === undefined) return undefined;
  const foundAt = lookups.findIndex((lookup) => lookup.location !== undefined);
  const hasLookedEnough = lookups.length - 1 - foundAt >= BLOCK_LOOKUPS || isTimeUp;
  if (location.blockNum !== null || hasLookedEnough) return outcome(status, location);
  return lookUpAfterPause(facts, node);
}

function lookUpAfterPause({ lookups, hasWaited }: PushFacts, node?: string): PushStep {
  if (lookups.length > 0 && !hasWaited) return { kind: 'wait' };
  return { kind: 'look-up', ...(node === undefined ? {} : { node }) };
}

/**
 * Undefined where one node refuses it, and another one that follows the chain could have and did not say the same: a
 * liar may have passed the bytes on. Trouble of a node is no such statement, and may be reported: the same bytes are pushed
 * again for it.
 */
function refusalToReport(
  { first, again, following, silent }: PushFacts,
  refusals: readonly NodeAnswerError[],
): NodeAnswerError | undefined {
  const refusing = new Set(
    [...first, ...again].filter(([, result]) => isRefusal(result)).map(([node]) => node),
  );
  const able = new Set([...following].filter((node) => !silent.has(node)));
  const needed = Math.min(WITNESSES, new Set([...able, ...refusing]).size);
  const reported =
    refusing.size < needed ? refusals.filter((error) => refusalMeaning(error) === 'node-trouble') : refusals;
  return reported.reduce<NodeAnswerError | undefined>(preferDefinitive, undefined);
}

const done = (result: PushResult): PushStep => ({ kind: 'done', result });

const outcome = (status: PushOutcome['status'], { blockNum, blockTimeMs }: TransactionLocation): PushStep =>
  done({ kind: 'outcome', outcome: { status, blockNum, blockTimeMs } });
