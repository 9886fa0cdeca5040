import {
  ADD_HOLDER,
  HOLDERS,
  REMOVE_HOLDER,
} from '../../../../../libs/upstream/src/push/sent-to-nodes/holder-scripts';
import {
  BLOCK,
  DUE,
  END,
  KEEP,
  PLACE,
} from '../../../../../libs/upstream/src/push/watch/shared/watch-scripts';
import type { RedisStore } from './redis-store';

const MAX_CORDONS = 64;

type Script = (store: RedisStore, keys: readonly string[], values: readonly string[]) => unknown;

/**
 * The effects of the scripts of replicas on values of the form that replicas make: whether a value is authentic and what
 * follows from it is for the replicas to judge. The scripts themselves are tested with a real Redis.
 */
const SCRIPTS: ReadonlyMap<string, Script> = new Map<string, Script>([
  [
    HOLDERS,
    (store, [key = '']) => (store.kindOf(key) === 'hash' ? [0, ...[...store.hash(key)].flat()] : [0]),
  ],
  [
    ADD_HOLDER,
    (store, [key = ''], [node = '', value = '', lifeMs]) => {
      store.hash(key).set(node, value);
      store.expire(key, Number(lifeMs));
      return 1;
    },
  ],
  [REMOVE_HOLDER, (store, [key = ''], [node = '']) => Number(store.hash(key).delete(node))],
  [BLOCK, (store, [key = '']) => store.text(key) ?? null],
  [KEEP, (store, keys, values) => keep(watchesOf(store, keys), values)],
  [
    END,
    (store, keys, [id = '']) => {
      const { records, leases, due } = watchesOf(store, keys);
      for (const part of [records, leases, due]) part.delete(id);
      return 1;
    },
  ],
  [
    DUE,
    (store, keys, [now, most]) => {
      const { records, leases, due } = watchesOf(store, keys);
      const oldest = [...due].sort(([, one], [, other]) => one - other).slice(0, Number(most));
      const found: unknown[] = [0];
      for (const [id, untilMs] of oldest) {
        const record = records.get(id);
        if (untilMs > Number(now)) break;
        if (record === undefined) due.delete(id);
        else found.push(id, leases.get(id) ?? '', record);
      }
      return found;
    },
  ],
  [
    PLACE,
    (store, keys, [id = '', untilMs]) => {
      watchesOf(store, keys).due.set(id, Number(untilMs));
      return 1;
    },
  ],
]);

/** Runs a script. Those that are not exported are known by their keys. */
export function runScript(
  store: RedisStore,
  script: string,
  keys: readonly string[],
  values: readonly string[],
): unknown {
  const known = SCRIPTS.get(script);
  if (known !== undefined) return known(store, keys, values);
  const [key = ''] = keys;
  if (key.includes('heads:')) return raise(store, key, values);
  if (key.includes('cordons:'))
    return values.length === 1 ? cordonsIn(store, key) : cordon(store, key, values);
  if (key.endsWith('pushes')) return append(store, key, values);
  throw new Error(`the model knows no script for ${key}`);
}

interface Watches {
  readonly records: Map<string, string>;
  readonly leases: Map<string, string>;
  readonly due: Map<string, number>;
}

const watchesOf = (store: RedisStore, [records = '', leases = '', due = '']: readonly string[]): Watches => ({
  records: store.hash(records),
  leases: store.hash(leases),
  due: store.scores(due),
});

function keep({ records, leases, due }: Watches, values: readonly string[]): string {
  const [id = '', own = '', over = '', lease = '', untilMs, record = ''] = values;
  const current = leases.get(id) ?? '';
  if (current !== '' && current !== over && !current.startsWith(own)) return current;
  if (!records.has(id)) {
    if (record === '') return 'absent';
    records.set(id, record);
  }
  leases.set(id, lease);
  due.set(id, Number(untilMs));
  return 'kept';
}

function raise(
  store: RedisStore,
  key: string,
  [head, value = '', lifeMs, forged]: readonly string[],
): string {
  const known = store.text(key);
  const isReplicas = known !== undefined && store.lifeMs(key) <= Number(lifeMs) && /^\d+:/.test(known);
  const isKept = isReplicas && known !== forged;
  if (isKept && Number.parseInt(known, 10) > Number(head)) return known;
  const outcome = known === undefined || isKept ? 'stated' : 'replaced';
  if (Number(head) > 0) store.setText(key, value, Number(lifeMs));
  else if (outcome === 'replaced') store.remove(key);
  return outcome;
}

function cordonsIn(store: RedisStore, key: string): string[] | string {
  if (store.kindOf(key) === 'none') return [];
  return [...store.hash(key)].slice(0, MAX_CORDONS).flat();
}

function cordon(store: RedisStore, key: string, [, label = '', value = '']: readonly string[]): number {
  store.hash(key).set(label, value);
  return 1;
}

function append(store: RedisStore, key: string, [most, field = '', message = '']: readonly string[]): number {
  const entries = store.entries(key);
  const last = Number(entries.at(-1)?.[0].split('-')[0] ?? 0);
  entries.push([`${last + 1}-0`, [field, message]]);
  entries.splice(0, entries.length - Number(most));
  return 1;
}
