import { nodeosError } from '../../../harness/fake-node/fake-chain';

/** Answer of a node, or of something in front of it, to a push. `half`: the connection breaks within the answer. */
export type FaultAnswer =
  { readonly status: number; readonly type: string; readonly body: string } | 'hang' | 'reset' | 'half';

export type Moment = 'without execution' | 'after execution' | 'before a late execution';

export interface PushFault {
  readonly name: string;
  readonly moment: Moment;
  readonly answer: FaultAnswer;
  /** The chain refuses the bytes in it. */
  readonly isRefusal: boolean;
}

export const LOOKUPS = ['answering', 'failing', 'unknown route'] as const;
export type Lookups = (typeof LOOKUPS)[number];

/** As nodeos answers a route that it does not have. */
export const NO_ROUTE = nodeosError(404, 0, 'exception', 'Unknown Endpoint');

const JSON_TYPE = 'application/json';
const inJson = (status: number, body: object): FaultAnswer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(body),
});

/** Bodies of answers that are neither an execution nor a refusal of the chain. */
const BODIES: Readonly<Record<string, (status: number) => FaultAnswer>> = {
  'a busy node': (status) => inJson(status, nodeosError(status, status, 'Busy', 'Too many bytes in flight')),
  'an error without a kind': (status) => inJson(status, nodeosError(status, 0, 'exception', 'unspecified')),
  'a service in front': (status) =>
    inJson(status, { statusCode: status, error: 'Error', message: 'try again' }),
  'a page of a proxy': (status) => ({ status, type: 'text/html', body: '<h1>upstream connect error</h1>' }),
  nothing: (status) => ({ status, type: 'text/plain', body: '' }),
};
const STATUSES = [403, 408, 413, 429, 500, 502, 503, 504];
const MOMENTS: readonly Moment[] = ['without execution', 'after execution', 'before a late execution'];

const BROKEN_SUCCESSES: Readonly<Record<string, FaultAnswer>> = {
  'an empty success': { status: 202, type: JSON_TYPE, body: '' },
  'a success that ends early': { status: 202, type: JSON_TYPE, body: '{"transaction_id":' },
  'a page at status 200': { status: 200, type: 'text/html', body: '<h1>ok</h1>' },
  'the trace of another transaction': inJson(202, {
    transaction_id: 'ab'.repeat(32),
    processed: { receipt: { status: 'executed' }, except: null },
  }),
};

const CONNECTIONS = ['hang', 'reset', 'half'] as const;

const REFUSALS: readonly (readonly [status: number, code: number, name: string])[] = [
  [500, 3_050_003, 'eosio_assert_message_exception'],
  [500, 3_090_003, 'unsatisfied_authorization'],
  [500, 3_080_001, 'ram_usage_exceeded'],
  [500, 3_080_004, 'tx_cpu_usage_exceeded'],
  [500, 3_080_006, 'deadline_exception'],
  [500, 3_040_005, 'expired_tx_exception'],
  [500, 3_040_007, 'invalid_ref_block_exception'],
  [401, 3_090_000, 'authorization_exception'],
  [400, 3_200_006, 'invalid_http_request'],
  [404, 0, 'exception'],
  [500, 10, 'assert_exception'],
];

/** Answers by which nothing is known, of one class after the other. */
const open = (answers: Readonly<Record<string, FaultAnswer>>, moments = MOMENTS): PushFault[] =>
  Object.entries(answers).flatMap(([name, answer]) =>
    moments.map((moment) => ({ name, moment, answer, isRefusal: false })),
  );

/** Every combination of status, body and moment, and faults of the connection. */
export const OPEN_FAULTS: readonly PushFault[] = [
  ...STATUSES.flatMap((status) =>
    open(
      Object.fromEntries(
        Object.entries(BODIES).map(([name, body]) => [`${status} of ${name}`, body(status)]),
      ),
    ),
  ),
  ...open(BROKEN_SUCCESSES),
  ...open(Object.fromEntries(CONNECTIONS.map((kind) => [kind, kind]))),
];

/** Refusals in the words of the chain; a node that has executed the bytes says so falsely, and executes none later. */
export const REFUSAL_FAULTS: readonly PushFault[] = REFUSALS.flatMap(([status, code, name]) =>
  (['without execution', 'after execution'] as const).map((moment) => ({
    name: `${status} ${name}`,
    moment,
    answer: inJson(status, nodeosError(status, code, name, 'refused')),
    isRefusal: true,
  })),
);

/** One fault of each kind of answer and each status, with every moment. */
export const SHORT_FAULTS: readonly PushFault[] = [
  ...OPEN_FAULTS.filter(({ name }) => !/^\d/.test(name)),
  ...STATUSES.flatMap((status, index) => {
    const body = Object.keys(BODIES)[index % Object.keys(BODIES).length];
    return OPEN_FAULTS.filter(({ name }) => name === `${status} of ${body}`);
  }),
  ...REFUSAL_FAULTS,
];
/** One fault of each kind with every moment: those whose way through the service differs. */
export const KINDS_OF_FAULTS: readonly PushFault[] = [
  ...SHORT_FAULTS.filter(({ name }) =>
    /^(?:403|429|503) of |^(?:hang|reset)$|another transaction|assert_message|expired/.test(name),
  ),
  // The status of refusals, without a reason that is one.
  ...OPEN_FAULTS.filter(({ name }) => name === '500 of an error without a kind'),
];
export const ALL_FAULTS: readonly PushFault[] = [...OPEN_FAULTS, ...REFUSAL_FAULTS];
