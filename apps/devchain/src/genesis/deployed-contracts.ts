import { bridgeContract } from '../contracts/bridge/contract';
import { dexContract } from '../contracts/dex/contract';
import { loanContract } from '../contracts/loan/contract';
import { msigContract } from '../contracts/msig/contract';
import { oracleContract } from '../contracts/oracle/contract';
import { vaultsContract } from '../contracts/vaults/contract';
import type { Contract } from '../kernel/sdk/contract';

/** Contracts of a development chain beside the system and token contracts. */
export const DEPLOYED_CONTRACTS: readonly Contract[] = [
  dexContract,
  oracleContract,
  loanContract,
  vaultsContract,
  bridgeContract,
  msigContract,
];
