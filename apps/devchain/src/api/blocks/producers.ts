import type { ProducerRecord, ProducerScheduleRecord } from '../../kernel/records';
import { spellKey } from '../values/key-text';
import { flag, integer, text } from '../http/parameters';
import { endpoint } from '../http/route';
import { spellDouble } from '../values/spelling';

type SigningAuthority = Pick<ProducerRecord, 'threshold' | 'keys'>;

/** Block signing authorities are a variant whose only kind has number 0. */
export const spellAuthority = ({ threshold, keys }: SigningAuthority) => [
  0,
  { threshold, keys: keys.map(({ key, weight }) => ({ key: spellKey(key), weight })) },
];

export const spellSchedule = ({ version, producers }: ProducerScheduleRecord) => ({
  version,
  producers: producers.map((each) => ({ producer_name: each.producer, authority: spellAuthority(each) })),
});

export const getProducerSchedule = endpoint({}, ({ chain }) => {
  const { active, pending } = chain.schedule();
  return { active: spellSchedule(active), pending: pending ? spellSchedule(pending) : null, proposed: null };
});

/**
 * There are no votes here, so this is what nodeos falls back to: the active schedule, whatever was asked for.
 */
export const getProducers = endpoint(
  { json: flag(), lower_bound: text(), limit: integer(50) },
  ({ chain }) => ({
    rows: chain.schedule().active.producers.map((each) => ({
      owner: each.producer,
      producer_authority: spellAuthority(each),
      url: '',
      total_votes: spellDouble(0),
      ...legacyKey(each),
    })),
    total_producer_vote_weight: spellDouble(0),
    more: '',
  }),
);

function legacyKey({ threshold, keys: [first, ...others] }: ProducerRecord) {
  const isAlone = first !== undefined && others.length === 0 && first.weight === threshold;
  return isAlone ? { producer_key: spellKey(first.key) } : {};
}
