import {
  bytesToHex,
  decodeType,
  isJsonObject,
  isName,
  type Json,
  nameFromValue,
  nameToValue,
} from '@app/antelope';
import type { Chain } from '../../../kernel/chain';
import { SYSTEM_ACCOUNT as SYSTEM } from '../../../kernel/sdk/native-actions';
import type { ProducerRecord, ProducerScheduleRecord } from '../../../kernel/blocks/producer-record';
import { systemRow } from '../accounts/system-rows';
import { formatKey } from '../values/key-text';
import { flag, integer, text } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';
import { formatDouble } from '../values/nodeos-json';

type SigningAuthority = Pick<ProducerRecord, 'threshold' | 'keys'>;

/** Block signing authorities are a variant whose only kind has number 0. */
export const formatSigningAuthority = ({ threshold, keys }: SigningAuthority) => [
  0,
  { threshold, keys: keys.map(({ key, weight }) => ({ key: formatKey(key), weight })) },
];

export const formatSchedule = ({ version, producers }: ProducerScheduleRecord) => ({
  version,
  producers: producers.map((each) => ({
    producer_name: each.producer,
    authority: formatSigningAuthority(each),
  })),
});

export const getProducerSchedule = endpoint({}, ({ chain }) => {
  const { active, pending, proposed } = chain.schedule();
  return {
    active: formatSchedule(active),
    pending: pending ? formatSchedule(pending) : null,
    proposed: proposed ? formatSchedule(proposed) : null,
  };
});

/** The most rows one answer has. */
const MAX_ROWS = 1000;

/**
 * Registered producers, the most voted first, from the one that has the lower bound as its name or, as there is none, the
 * next name. Where no account is registered, or the bound is no name, it is what nodeos falls back to: the active
 * schedule, whatever was asked for.
 */
export const getProducers = endpoint(
  { json: flag(), lower_bound: text(), limit: integer(50) },
  ({ chain }, { json, lower_bound: from, limit }) =>
    registeredProducers(chain, { json, from, limit: Math.min(limit, MAX_ROWS) }) ?? scheduledProducers(chain),
);

function registeredProducers(
  chain: Chain,
  { json, from, limit }: { json: boolean; from: string; limit: number },
): object | undefined {
  const abi = chain.abi(SYSTEM)?.parsed;
  const table = chain.table(SYSTEM, nameToValue(SYSTEM), 'producers');
  const byVotes = table?.index(0);
  if (abi === undefined || table === undefined || byVotes === undefined || (from !== '' && !isName(from)))
    return undefined;
  const rows: Json[] = [];
  let hasBegun = from === '';
  const [first] = table.rows({ lower: nameToValue(from) });
  let more = '';
  for (const { row } of byVotes.entries()) {
    const owner = nameFromValue(row.primaryKey);
    hasBegun ||= row.primaryKey === first?.primaryKey;
    if (!hasBegun) continue;
    if (rows.length === limit) {
      more = owner;
      break;
    }
    rows.push(json ? decodeType(abi, 'producer_info', row.value) : bytesToHex(row.value));
  }
  const total = systemRow(chain, 'global', SYSTEM, 'global');
  const weight = isJsonObject(total) ? total.total_producer_vote_weight : undefined;
  return { rows, total_producer_vote_weight: weight ?? formatDouble(0), more };
}

function scheduledProducers(chain: Chain): object {
  return {
    rows: chain.schedule().active.producers.map((each) => ({
      owner: each.producer,
      producer_authority: formatSigningAuthority(each),
      url: '',
      total_votes: formatDouble(0),
      ...legacyKey(each),
    })),
    total_producer_vote_weight: formatDouble(0),
    more: '',
  };
}

function legacyKey({ threshold, keys: [first, ...others] }: ProducerRecord) {
  const isAlone = first !== undefined && others.length === 0 && first.weight === threshold;
  return isAlone ? { producer_key: formatKey(first.key) } : {};
}
