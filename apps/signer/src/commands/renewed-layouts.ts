import type { Layout } from '@app/client';
import { isMap, parseDocument } from 'yaml';
import { agreedChainId, agreedLayouts, usedActions } from '../chain/agreed-layouts';
import { type Policy, PolicyError, readPolicy } from '../policy/policy';

/** A policy with the layouts that the contracts have now, and the changes in words. */
export interface Renewed {
  readonly policy: Policy;
  /** Empty: the layouts are those of the profile. */
  readonly changes: readonly string[];
}

/**
 * Takes the layouts of the actions from the owner's nodes, all of which must answer and agree. The rest of profile.yaml
 * stays as it is.
 * @throws PolicyError
 */
export async function withRenewedLayouts(policy: Policy): Promise<Renewed> {
  const { file, profile, texts } = policy;
  if (file.nodes.length < 2)
    throw new PolicyError('the policy names one node: new layouts need two that agree');
  if ((await agreedChainId(file.nodes)) !== file.chain_id)
    throw new PolicyError('the nodes serve another chain than that of the policy');
  const stated = await agreedLayouts(profile, file.nodes);
  const document = parseDocument(texts.profile);
  const changes: string[] = [];
  for (const action of new Set(usedActions(profile))) {
    const [before, now] = [profile.layouts[action], stated[action]];
    if (JSON.stringify(before) === JSON.stringify(now)) continue;
    changes.push(...changeLines(action, before, now));
    if (now === undefined) document.deleteIn(['layouts', action]);
    else document.setIn(['layouts', action], document.createNode(now, { flow: true }));
  }
  if (changes.length === 0) return { policy, changes };
  if (!isMap(document.get('layouts'))) throw new PolicyError('profile: layouts is no map');
  const renewed = readPolicy(texts.policy, document.toString());
  return { policy: renewed, changes: [...changes, ...unfilledLines(renewed.profile)] };
}

const listed = (layout: Layout): string =>
  layout.map(([name, type]) => `${name} ${type}`).join(', ') || 'no members';

/** The changes of one action, as an owner reads them. */
function changeLines(action: string, before: Layout | undefined, now: Layout | undefined): string[] {
  if (now === undefined) return [`${action}: the contract has no such action any more`];
  if (before === undefined) return [`${action}: new, with ${listed(now)}`];
  const [old, current] = [new Map(before), new Map(now)];
  const details = [
    ...before.filter(([name]) => !current.has(name)).map(([name, type]) => `without ${name} (${type})`),
    ...now.filter(([name]) => !old.has(name)).map(([name, type]) => `with the new ${name} (${type})`),
    ...now.flatMap(([name, type]) => {
      const was = old.get(name);
      return was === undefined || was === type ? [] : [`${name} is ${type} and was ${was}`];
    }),
  ];
  const kept = (layout: Layout, other: ReadonlyMap<string, string>) =>
    layout.map(([name]) => name).filter((name) => other.has(name));
  const isReordered = kept(before, current).join() !== kept(now, old).join();
  return [
    `${action}: ${[...details, ...(isReordered ? ['its members have another order'] : [])].join('; ')}`,
    `  before: ${listed(before)}`,
    `  now:    ${listed(now)}`,
  ];
}

/** Actions whose members the profile does not fill: calls that need one are refused. */
function unfilledLines({ actions, accounts, tokens, layouts }: Policy['profile']): string[] {
  return Object.entries(actions).flatMap(([key, action]) => {
    const filled = Object.keys(action.data).sort().join(', ');
    return usedActions({ accounts, tokens, actions: { [key]: action } }).flatMap((name) => {
      const members = layouts[name]?.map(([member]) => member);
      if (members === undefined || [...members].sort().join(', ') === filled) return [];
      return [
        `${name} cannot be signed: actions.${key} of profile.yaml fills ${filled || 'nothing'}. Change it first, if the new meaning is what you want`,
      ];
    });
  });
}
