import { bytesToHex, sha256 } from '@app/antelope';
import { compareNames, keyId } from '../../kernel/sdk/authority';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { changeGlobalState, globalState } from './global-state';
import { producersTable, type ProducerRow } from './tables';

/** The most producers a schedule has. Source: eosio.system. */
const SCHEDULE_SIZE = 21;

/**
 * Proposes the most voted active producers as the next schedule when they changed. A producer without votes is
 * not elected. A live chain does this every two minutes, this one when votes change.
 */
export function elect(context: ContractContext): void {
  const elected = mostVoted(context);
  const digest = digestOf(elected);
  if (elected.length === 0 || digest === globalState(context).last_proposed_schedule) return;
  context
    .privileged()
    .proposeProducers(elected.map(({ owner: producer, producer_key: key }) => ({ producer, key })));
  changeGlobalState(context, {
    last_producer_schedule_update: context.nowMs,
    last_producer_schedule_size: elected.length,
    last_proposed_schedule: digest,
  });
}

/** In the order of their names, which is the order of their turns. */
function mostVoted(context: ContractContext): ProducerRow[] {
  const elected: ProducerRow[] = [];
  for (const { row } of context.table(producersTable, context.receiver).indexed('prototalvote')) {
    if (!row.is_active || row.total_votes <= 0 || elected.length === SCHEDULE_SIZE) break;
    elected.push(row);
  }
  return elected.sort((left, right) => compareNames(left.owner, right.owner));
}

function digestOf(elected: readonly ProducerRow[]): string {
  const text = elected.map(({ owner, producer_key: key }) => `${owner} ${keyId(key)}`).join('\n');
  return bytesToHex(sha256(Buffer.from(text, 'utf8')));
}
