import { bridge } from '../contracts/bridge/contract';
import { dex } from '../contracts/dex/contract';
import { loan } from '../contracts/loan/contract';
import { msig } from '../contracts/msig/contract';
import { oracle } from '../contracts/oracle/contract';
import { vaults } from '../contracts/vaults/contract';
import type { Contract } from '../kernel/sdk/contract';

/** Contracts of a development chain beside the system and token contracts. */
export const DEPLOYED_CONTRACTS: readonly Contract[] = [dex, oracle, loan, vaults, bridge, msig];
