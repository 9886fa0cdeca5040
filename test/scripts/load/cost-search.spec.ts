import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API_DOCUMENT } from '../../harness/api-document';
import { Seeded } from '../../harness/seeded';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly members: Readonly<Record<string, unknown>>;
}
interface Candidate {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly unknown: number;
}
interface SentParts {
  readonly path: string | (() => string);
  readonly body?: () => string;
}
interface InputsModule {
  operationsOf(document: object): Operation[];
  generate(operation: Operation, random: Seeded): Candidate;
  mutate(candidate: Candidate, random: Seeded): Candidate;
  filled(value: unknown, number: number): unknown;
  requestOf(candidate: Candidate, next: () => number): SentParts;
  describeCandidate(candidate: Candidate): string;
}
interface Entry {
  readonly candidate: Candidate;
  readonly cost: number;
}
interface SearchModule {
  searchDearest(search: {
    operations: Operation[];
    random: Seeded;
    evaluate: (candidate: Candidate) => Promise<{ bucket: string; units: number; cost: number } | undefined>;
    isOver: (tried: number) => boolean;
  }): Promise<{ tried: number; found: Map<string, { dearest: Entry[]; cheapest: Entry[] }> }>;
}

const LOAD = path.resolve(__dirname, '../../load');
const SEEDS = [1, 2, 3];
const CANDIDATES = 5_000;

describe('cost-search', () => {
  let inputs: InputsModule;
  let search: SearchModule;
  let operations: Operation[];
  beforeAll(async () => {
    inputs = (await import(path.join(LOAD, 'cost-inputs.mjs'))) as InputsModule;
    search = (await import(path.join(LOAD, 'cost-search.mjs'))) as SearchModule;
    operations = inputs.operationsOf(JSON.parse(readFileSync(API_DOCUMENT, 'utf8')) as object);
  });

  const costOf = ({ operation, input, unknown }: Candidate) =>
    unknown + (typeof input['upper_bound'] === 'object' ? 1_000 : 0) + operation.path.length / 100;
  const searched = (seed: number) =>
    search.searchDearest({
      operations,
      random: new Seeded(seed),
      evaluate: (candidate) =>
        Promise.resolve({
          bucket: candidate.operation.path.startsWith('/v1/tools/') ? 'tools' : 'mirror',
          units: 1,
          cost: costOf(candidate),
        }),
      isOver: (tried) => tried >= CANDIDATES,
    });

  it('operationsOf returns every counted operation of the document, each tool among them, with its members', () => {
    const paths = operations.map((operation) => operation.path);
    expect(paths).toEqual(
      expect.arrayContaining(['/v1/tools/setup_vault', '/v1/chain/get_table_rows', '/v2/history/get_deltas']),
    );
    const rows = operations.find((operation) => operation.path === '/v1/tools/get_table_rows');
    expect(Object.keys(rows!.members)).toEqual(
      expect.arrayContaining(['code', 'scope', 'table', 'limit', 'upper_bound', 'reverse']),
    );
  });

  it.each(SEEDS)(
    'searchDearest climbs to the planted dearest input of each bucket with seed %i',
    async (seed) => {
      const { tried, found } = await searched(seed);
      expect(tried).toBe(CANDIDATES);
      const [dearest] = found.get('tools')!.dearest;
      expect(dearest!.candidate.operation.path).toBe('/v1/tools/get_table_rows');
      expect(dearest!.candidate.unknown).toBe(480);
      expect(dearest!.candidate.input['upper_bound']).toMatchObject({ fresh: expect.any(String) as string });
      expect(dearest!.cost).toBeGreaterThan(1_480);
      expect(found.get('tools')!.cheapest[0]!.cost).toBeLessThan(1);
    },
  );

  it('searchDearest tries the same candidates again with the same seed', async () => {
    const described = async () =>
      [...(await searched(1)).found.values()].flatMap(({ dearest }) =>
        dearest.map(({ candidate }) => inputs.describeCandidate(candidate)),
      );
    expect(await described()).toEqual(await described());
  });

  it('searchDearest takes a candidate that looks dear once, and not the second time, for what it costs', async () => {
    const seen = new Set<Candidate>();
    const { found } = await search.searchDearest({
      operations,
      random: new Seeded(1),
      evaluate: (candidate) => {
        const cost = seen.has(candidate) ? 1 : 1_000;
        seen.add(candidate);
        return Promise.resolve({ bucket: 'read', units: 1, cost });
      },
      isOver: (tried) => tried >= 300,
    });
    expect(found.get('read')!.dearest.map(({ cost }) => cost)).toEqual([1, 1, 1, 1]);
  });

  it('searchDearest compares with the cheapest request of the fewest units, whatever one of more units costs', async () => {
    const { found } = await search.searchDearest({
      operations,
      random: new Seeded(1),
      evaluate: (candidate) => {
        const units = candidate.unknown === 0 ? 1 : 13;
        return Promise.resolve({ bucket: 'read', units, cost: units === 1 ? 5 : 1 });
      },
      isOver: (tried) => tried >= 300,
    });
    expect(found.get('read')!.cheapest.map(({ cost }) => cost)).toEqual([5, 5, 5, 5]);
  });

  it('searchDearest leaves out candidates that are not counted', async () => {
    const { found } = await search.searchDearest({
      operations,
      random: new Seeded(1),
      evaluate: () => Promise.resolve(undefined),
      isOver: (tried) => tried >= 200,
    });
    expect(found.size).toBe(0);
  });

  it('filled replaces each fresh value by one that differs with the number and keeps the rest', () => {
    const value = { account: { fresh: 'name' }, list: [{ fresh: 'amount' }], limit: 5 };
    const first = inputs.filled(value, 1) as { account: string; list: string[]; limit: number };
    const second = inputs.filled(value, 2) as typeof first;
    expect(first.account).toMatch(/^[a-z1-5]{12}$/);
    expect(second.account).not.toBe(first.account);
    expect(second.list).not.toEqual(first.list);
    expect(first.list[0]).toMatch(/^0\.\d{8}$/);
    expect(second.limit).toBe(5);
  });

  it('generate and mutate name no network: only the chain of the default one runs', () => {
    const random = new Seeded(11);
    for (let tries = 0; tries < CANDIDATES; tries += 1) {
      const candidate = inputs.mutate(inputs.generate(random.oneOf(operations), random), random);
      expect(candidate.input).not.toHaveProperty('network');
    }
  });

  it('requestOf sends every generated and mutated candidate as JSON or as a query', () => {
    const random = new Seeded(7);
    let sent = 0;
    for (const operation of operations) {
      let candidate = inputs.generate(operation, random);
      for (let changes = 0; changes < 20; changes += 1) candidate = inputs.mutate(candidate, random);
      const { path: target, body } = inputs.requestOf(candidate, () => (sent += 1));
      expect(body === undefined ? typeof target : typeof JSON.parse(body())).toMatch(/^(function|object)$/);
      expect(inputs.describeCandidate(candidate).length).toBeLessThan(400);
    }
    expect(sent).toBeGreaterThan(0);
  });
});
