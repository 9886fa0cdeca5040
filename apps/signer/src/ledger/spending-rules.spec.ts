import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import fc from 'fast-check';
import * as rules from './spending-rules';
import type { Caps, LedgerEvent, SpendingState } from './spending-rules';

const HOUR = 3_600_000;
const LIFETIME = 600_000;
const WINDOWS = [
  { ms: HOUR, max: 100n },
  { ms: 4 * HOUR, max: 250n },
];
const CAPS: Caps = new Map([['USDT', WINDOWS]]);
const SOURCE = readFileSync(path.join(__dirname, 'spending-rules.ts'), 'utf8');

type Rules = typeof rules;

/** The same module with one expression replaced. */
function mutated(expression: string, replacement: string): Rules {
  expect(SOURCE.split(expression)).toHaveLength(2);
  const { code } = transformSync(SOURCE.replace(expression, replacement), {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const exports = {};
  new Function('exports', code)(exports);
  return exports as Rules;
}

type Step =
  | {
      do: 'send';
      units: bigint;
      isRetry: boolean;
      isFast: boolean;
      crash: 'none' | 'before' | 'after' | 'abandon';
      /** Another attempt of the request, which found the reservation, signs around the abandonment. */
      race: 'none' | 'before' | 'after';
    }
  | { do: 'wait'; ms: number }
  | { do: 'clock'; ms: number }
  | { do: 'deliver'; which: number }
  | { do: 'node says expired'; which: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        units: fc.bigInt({ min: 1n, max: 100n }),
        isRetry: fc.boolean(),
        isFast: fc.boolean(),
        crash: fc.constantFrom(
          'none' as const,
          'none' as const,
          'before' as const,
          'after' as const,
          'abandon' as const,
        ),
        race: fc.constantFrom('none' as const, 'before' as const, 'after' as const),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.oneof(fc.integer({ min: 0, max: 900_000 }), fc.integer({ min: HOUR, max: HOUR + 2000 })),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('clock' as const),
        ms: fc.integer({ min: -5 * HOUR, max: 5 * HOUR }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('node says expired' as const), which: fc.nat() }) },
  ),
  { maxLength: 25 },
);

interface Signature {
  readonly id: string;
  readonly units: bigint;
  readonly expires: number;
  isExecuted: boolean;
}

/**
 * A signer in simulated time, and an adversary that holds every signature that left it and has each executed once, at any
 * moment before its expiry. A crash forgets the process: its state is read from the log again.
 */
class Simulation {
  readonly #log: LedgerEvent[] = [];
  readonly #open: Signature[] = [];
  readonly executed: [at: number, units: bigint][] = [];
  #real = 10 * HOUR;
  #skew = 0;
  #count = 0;
  #last: { request: string; units: bigint } | undefined;

  constructor(private readonly of: Rules) {}

  run(step: Step): void {
    switch (step.do) {
      case 'wait':
        this.#real += step.ms;
        // Held back to the last moment.
        for (const each of this.#open) if (each.expires <= this.#real) this.#execute(each, each.expires);
        break;
      case 'clock':
        this.#skew += step.ms;
        break;
      case 'deliver': {
        const held = this.#open.filter(({ isExecuted }) => !isExecuted);
        const chosen = held[step.which % (held.length || 1)];
        if (chosen) this.#execute(chosen, this.#real);
        break;
      }
      case 'node says expired': {
        const chosen = this.#open[step.which % (this.#open.length || 1)];
        if (chosen) this.#log.push({ type: 'outcome', id: chosen.id, status: 'expired', block_num: null });
        break;
      }
      case 'send':
        this.#send(step);
    }
  }

  finish(): void {
    for (const each of this.#open) this.#execute(each, each.expires);
  }

  #state(): SpendingState {
    const state = new this.of.SpendingState();
    for (const event of this.#log) state.apply(event);
    return state;
  }

  #execute(signature: Signature, at: number): void {
    if (signature.isExecuted) return;
    signature.isExecuted = true;
    this.executed.push([at, signature.units]);
  }

  /** The attempt that reserved a transaction gives it up, while another one wants to sign it. */
  #abandon(signature: Signature, isNew: boolean, race: 'none' | 'before' | 'after'): void {
    const reservation = () => this.#state().byId.get(signature.id)!;
    const claim = (): void => {
      if (!this.of.mayClaim(reservation())) return;
      this.#log.push({ type: 'claim', id: signature.id });
      this.#release(signature);
    };
    if (race === 'before') claim();
    if (isNew && this.of.mayVoid(reservation())) this.#log.push({ type: 'void', id: signature.id });
    if (race === 'after') claim();
  }

  #release(signature: Signature): void {
    if (signature.expires > this.#real && !this.#open.some(({ id }) => id === signature.id))
      this.#open.push(signature);
  }

  #send({ units, isRetry, isFast, crash, race }: Step & { do: 'send' }): void {
    const intent = isRetry && this.#last ? this.#last : { request: `r${(this.#count += 1)}`, units };
    const wanted = {
      request: intent.request,
      call: intent.request,
      units: new Map([['USDT', intent.units]]),
    };
    // The clock of the machine may be wrong; one node is exact, the other half a second ahead.
    const nowMs = this.of.presentTime([this.#real + this.#skew, this.#real, this.#real + 500]);
    let known;
    try {
      known = this.of.decide(this.#state(), wanted, nowMs, CAPS);
    } catch (error) {
      if (!(error instanceof this.of.SpendingError)) throw error;
      return;
    }
    this.#last = intent;
    const id = known?.id ?? `t${(this.#count += 1)}`;
    const expires = known?.expiresAt ?? this.#real + LIFETIME;
    if (known === undefined)
      this.#log.push({
        ...{ type: 'reserve', id, request: intent.request, call: wanted.call, packed: '' },
        ...{ units: { USDT: String(intent.units) }, signed_at: nowMs, expires_at: expires },
      });
    if (crash === 'before') return;
    const made = { id, units: intent.units, expires, isExecuted: false };
    if (crash === 'abandon') return this.#abandon(made, known === undefined, race);
    this.#release(made);
    const signature = this.#open.find((each) => each.id === id);
    if (isFast && signature) this.#execute(signature, this.#real);
  }
}

/** Throws when more than a cap was executed within one of its windows. */
function check(of: Rules, all: readonly Step[]): void {
  const simulation = new Simulation(of);
  for (const step of all) simulation.run(step);
  simulation.finish();
  for (const { ms, max } of WINDOWS)
    for (const [begin] of simulation.executed) {
      const within = simulation.executed.filter(([at]) => at >= begin && at < begin + ms);
      const sum = within.reduce((total, [, units]) => total + units, 0n);
      if (sum > max) throw new Error(`${sum} of ${max} within ${ms / HOUR} h`);
    }
}

const property = (of: Rules) => fc.property(steps, (all) => check(of, all));

describe('the rules of the ledger', () => {
  it('no cap is exceeded, whatever crashes, is retried, held back, reported falsely or set in the clock', () => {
    fc.assert(property(rules), { numRuns: 4000 });
  });

  it.each([
    [
      'room given back after a node reports the expiry',
      '{ outcome: event.status, blockNum',
      '{ outcome: event.status, isVoid: true, blockNum',
    ],
    [
      'windows that begin at the signing',
      'of state.byId.values())\n    if (!isVoid && expiresAt >',
      'of [...state.byId.values()].map((each) => ({ ...each, expiresAt: each.signedAt })))\n    if (!isVoid && expiresAt >',
    ],
    ['the clock of the machine alone', 'Math.min(...clocks)', 'clocks[0]'],
    [
      'an abandoned request that signs again without room',
      'known !== undefined && !known.isVoid) return',
      'known !== undefined) return',
    ],
    ['room given back while another attempt signs', '!isVoid && !isClaimed', '!isVoid'],
    ['an attempt that signs after the room was given back', '=> !reservation.isVoid', '=> true'],
  ])('the property finds %s', (_, expression, replacement) => {
    const { failed } = fc.check(property(mutated(expression, replacement)), { numRuns: 20_000, seed: 7 });
    expect(failed).toBe(true);
  });

  it('a request id names one call', () => {
    const state = new rules.SpendingState();
    state.apply({
      type: 'reserve',
      id: 'a',
      request: 'r',
      call: 'one',
      units: { USDT: '1' },
      signed_at: 0,
      expires_at: 1,
      packed: '',
    });
    const wanted = { request: 'r', call: 'other', units: new Map([['USDT', 1n]]) };
    expect(() => rules.decide(state, wanted, 0, CAPS)).toThrow('names a call with other arguments');
    expect(rules.decide(state, { ...wanted, call: 'one' }, 0, CAPS)?.id).toBe('a');
  });

  it('an equal call under a new request id is refused within ten minutes, unless it names the latest one', () => {
    const state = new rules.SpendingState();
    const made = { type: 'reserve', call: 'c', units: { USDT: '1' }, signed_at: 0, packed: '' } as const;
    state.apply({ ...made, id: 'a', request: 'r', expires_at: 60_000 });
    const again = { request: 's', call: 'c', units: new Map([['USDT', 1n]]) };
    const refused =
      'the same call was already signed: transaction a, request_id r. For a retry, use that request_id again. For a second payment, send `repeat`: "a"';
    expect(() => rules.decide(state, again, 1, CAPS)).toThrow(refused);
    expect(() => rules.decide(state, again, 659_999, CAPS)).toThrow(refused);
    expect(rules.decide(state, again, 660_000, CAPS)).toBeUndefined();
    const repeated = { ...again, repeats: 'a' };
    expect(() => rules.decide(state, repeated, 59_999, CAPS)).toThrow('can still be executed until');
    expect(rules.decide(state, repeated, 60_000, CAPS)).toBeUndefined();
    state.apply({ ...made, id: 'b', request: 's', expires_at: 60_001 });
    const third = { ...again, request: 't', repeats: 'a' };
    expect(() => rules.decide(state, third, 1, CAPS)).toThrow('already signed: transaction b');
  });

  it('a token without a cap has no room', () => {
    const wanted = { request: 'r', call: 'c', units: new Map([['BTC', 1n]]) };
    expect(() => rules.decide(new rules.SpendingState(), wanted, 0, CAPS)).toThrow('BTC has no cap');
  });
});
