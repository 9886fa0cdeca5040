import type { Transaction } from '@app/antelope';
import { Metrics } from '@app/operations';
import type { DecodedAction } from '@app/proposals';
import { Injectable } from '@nestjs/common';
import { Summaries } from '../composing/sentences/summaries';
import { decodedActions } from './decoded-actions';
import type { ExplainedActionAnswer } from './dto/explained-action.answer';
import type { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';

/** Most actions that are decoded; each may need the ABI of another contract. */
export const MAX_ACTIONS = 20;
/** Readers of actions, as the metric of undecoded data names them. */
const SOURCES = ['explain_proposal', 'get_transaction'] as const;

/** The actions of a transaction, and those of them that were decoded, with undefined for the others. */
export interface ExplainedActions {
  readonly actions: ExplainedActionAnswer[];
  readonly decoded: readonly (DecodedAction | undefined)[];
}

/** Decodes actions of any origin with the live ABIs. */
@Injectable()
export class ActionExplanations {
  constructor(
    registry: NetworkRegistry,
    private readonly metrics: Metrics,
    private readonly summaries: Summaries,
  ) {
    for (const { name } of registry.all())
      for (const source of SOURCES) metrics.undecodedData.inc({ network: name, source }, 0);
  }

  async of(
    network: Network,
    packed: Transaction['actions'],
    source: (typeof SOURCES)[number],
  ): Promise<ExplainedActions> {
    const { name, chain, profile } = network;
    const relayed = new Set(profile.relayedActions().map((one) => `${one.account}::${one.name}`));
    const read = await decodedActions(chain, packed);
    const decoded = packed.map((action, index): DecodedAction | undefined => {
      const json = read[index]?.json;
      return json === undefined ? undefined : { ...action, data: json };
    });
    const known = decoded.filter((action) => action !== undefined);
    this.metrics.undecodedData.inc({ network: name, source }, packed.length - known.length);
    const isPast = source === 'get_transaction';
    const sentences = await this.summaries.known(network, known, { isPast });
    const summaryOf = new Map(known.map((action, index) => [action, sentences[index] ?? null]));
    const actions = packed.map(({ account, name: action, authorization, data }, index) => {
      const one = decoded[index];
      return {
        contract: account,
        action,
        authorization: authorization.map(({ actor, permission }) => `${actor}@${permission}`),
        relayed: relayed.has(`${account}::${action}`),
        summary: (one && summaryOf.get(one)) ?? null,
        data: one?.data ?? `not decoded: ${read[index]?.reason ?? ''}; bytes ${data}`,
      };
    });
    return { actions, decoded };
  }
}
