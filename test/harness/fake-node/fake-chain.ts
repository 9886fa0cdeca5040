import { createHash } from 'node:crypto';

/** Blocks that the last irreversible one is behind the head. */
const IRREVERSIBLE_BEHIND = 2;

/** The shared state of the scripted nodes of one chain: its executed transactions. */
export class FakeChain {
  readonly chainId: string;
  readonly applied = new Set<string>();
  /** How often each transaction was taken up; the chain itself takes it once. */
  readonly sent: string[] = [];
  headBlockTime = '2026-11-21T12:00:00.000';
  headBlockNum = 100;
  /** Finality status of executed transactions. */
  stateOfApplied: 'LOCALLY_APPLIED' | 'IN_BLOCK' | 'IRREVERSIBLE' = 'IN_BLOCK';

  constructor(seed: string) {
    this.chainId = createHash('sha256').update(seed).digest('hex');
  }

  /** True when it is new, as a node answers it. */
  take(id: string): boolean {
    const isNew = !this.applied.has(id);
    this.applied.add(id);
    return isNew;
  }

  info(): object {
    return {
      server_version: '04774eb7',
      server_version_string: 'v5.0.3-fake',
      chain_id: this.chainId,
      head_block_num: this.headBlockNum,
      head_block_id: blockIdOf(this.headBlockNum),
      head_block_time: this.headBlockTime,
      head_block_producer: 'eosio',
      last_irreversible_block_num: this.headBlockNum - IRREVERSIBLE_BEHIND,
      last_irreversible_block_id: blockIdOf(this.headBlockNum - IRREVERSIBLE_BEHIND),
    };
  }

  location(): { block_num: number; block_time: string } {
    return { block_num: this.headBlockNum + 1, block_time: '2026-11-21T12:00:00.500' };
  }
}

/** An id of the block of this number: its first eight digits are the number. */
export const blockIdOf = (number: number, rest = 'aa'): string =>
  number.toString(16).padStart(8, '0') + rest.repeat(28);

/** The id of an uncompressed packed transaction. */
export const idOf = (packedTrx: string): string =>
  createHash('sha256').update(Buffer.from(packedTrx, 'hex')).digest('hex');

/** An error as nodeos answers it. */
export const nodeosError = (status: number, code: number, name: string, detail: string): object => ({
  code: status,
  message: status === 409 ? 'Conflict' : 'Internal Service Error',
  error: {
    code,
    name,
    what: name,
    details: [{ message: detail, file: 'x.cpp', line_number: 1, method: 'm' }],
  },
});
