import type { Answer } from '../../../harness/gateway/gateway-client';
import type { Agent, PersonsWords } from './agent';
import type { World } from './world';

/** A request of a person to an agent. */
export interface Task extends PersonsWords {
  /** Of the list of forty tasks. */
  readonly number: number;
  /** The part that no tool of today answers, and the tool that would. */
  readonly lacks?: string;
  /** Events before the task, without the agent. */
  before?(world: World): Promise<unknown>;
  solve(agent: Agent, world: World): Promise<unknown>;
  /** Facts that show that it is solved; they come from how the chains were prepared. */
  readonly solved: unknown;
}

export const text = (pattern: RegExp): unknown => expect.stringMatching(pattern) as unknown;
export const listOf = (answer: Answer, member: string): Answer[] => answer[member] as Answer[];

/** Rounded down to the eight decimals of BTC and USDT. */
export const eightDecimals = (amount: number): string => (Math.floor(amount * 1e8 + 1e-3) / 1e8).toFixed(8);
export const wholePercent = (bps: unknown): number => Math.round(Number(bps) / 100);
export const sumOf = (rows: readonly Answer[], member: string): number =>
  rows.reduce((sum, row) => sum + Number(row[member]), 0);
