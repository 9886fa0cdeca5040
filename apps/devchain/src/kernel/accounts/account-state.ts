import { nameToValue } from '@app/antelope';
import { UNUSED, type UsageAccumulator } from '../resources/usage-accumulator';
import type { Authority } from '../sdk/authority';

/** "Unlimited", as the protocol writes it. */
export const UNLIMITED = -1n;

export interface Permission {
  readonly name: string;
  /** '' for owner. */
  readonly parent: string;
  readonly authority: Authority;
  readonly lastUpdatedMs: number;
}

/** All the chain knows about an account but its contract's rows. Written through the undo log only. */
export interface AccountState {
  readonly name: string;
  readonly value: bigint;
  readonly createdMs: number;
  isPrivileged: boolean;
  lastCodeUpdateMs: number;
  /** Empty without ABI. */
  abi: Uint8Array;
  abiSequence: number;
  codeSequence: number;
  recvSequence: number;
  authSequence: number;
  ramUsage: number;
  ramQuota: bigint;
  netWeight: bigint;
  cpuWeight: bigint;
  netUsage: UsageAccumulator;
  cpuUsage: UsageAccumulator;
  readonly permissions: Map<string, Permission>;
  /** Permission names by linkKey(). */
  readonly links: Map<string, string>;
}

export function newAccountState(name: string, createdMs: number): AccountState {
  return {
    name,
    value: nameToValue(name),
    createdMs,
    isPrivileged: false,
    lastCodeUpdateMs: 0,
    abi: new Uint8Array(),
    abiSequence: 0,
    codeSequence: 0,
    recvSequence: 0,
    authSequence: 0,
    ramUsage: 0,
    ramQuota: UNLIMITED,
    netWeight: UNLIMITED,
    cpuWeight: UNLIMITED,
    netUsage: UNUSED,
    cpuUsage: UNUSED,
    permissions: new Map(),
    links: new Map(),
  };
}
