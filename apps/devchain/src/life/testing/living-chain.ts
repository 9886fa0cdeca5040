import { nameToValue, symbolCodeToValue } from '@app/antelope';
import { ManualClock } from '@app/operations';
import type { Token } from '../../contracts/bridge/tokens';
import { accounts as balances, stat } from '../../contracts/token/tables';
import { DEPLOYED_CONTRACTS } from '../../genesis/deployed-contracts';
import type { DevelopmentAccount } from '../../genesis/development-account';
import { createDevelopmentChain } from '../../genesis/genesis';
import { decode } from '../../kernel/abi/abi-type';
import type { Chain } from '../../kernel/chain';
import { Life } from '../life';
import { LifeChain } from '../life-chain';

const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** A development chain with life on it, under a clock that moves when told to. */
export class LivingChain {
  readonly clock = new ManualClock(START_MS);
  readonly chain: Chain;
  /** Those with money, who are left alone. */
  readonly accounts: readonly DevelopmentAccount[];
  readonly life: Life;
  readonly view: LifeChain;
  readonly failures: string[] = [];

  constructor(seed: string) {
    const now = (): number => this.clock.now();
    const created = createDevelopmentChain({ seed, now, contracts: DEPLOYED_CONTRACTS });
    this.chain = created.chain;
    this.accounts = created.accounts;
    this.life = new Life({ chain: this.chain, seed, now, log: (line) => this.failures.push(line) });
    this.view = new LifeChain(this.chain, seed, now);
  }

  /** Blocks with as much time between them. */
  live(blocks: number, betweenMs = 500): void {
    for (let left = blocks; left > 0; left--) {
      this.clock.advance(betweenMs);
      this.chain.produceBlock();
      this.life.step();
    }
  }

  supply({ contract, symbol }: Token): bigint {
    const code = symbolCodeToValue(symbol);
    const row = this.chain.table(contract, code, stat.name)?.find(code);
    return row === undefined ? 0n : decode(stat.row, row.value).supply.units;
  }

  /** The sum of all balances, found by looking at every holder there is. */
  held({ contract, symbol }: Token): bigint {
    const table = nameToValue(balances.name);
    const scopes = [...this.chain.scopes({ code: contract })].filter((record) => record.table === table);
    return scopes.reduce((sum, { scope }) => {
      const row = this.chain.table(contract, scope, balances.name)?.find(symbolCodeToValue(symbol));
      return row === undefined ? sum : sum + decode(balances.row, row.value).balance.units;
    }, 0n);
  }
}
