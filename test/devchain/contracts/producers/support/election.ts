import { publicKeyOf, type PackedAction } from '@app/antelope';
import {
  regproducer,
  regproxy,
  unregprod,
  voteproducer,
} from '../../../../../apps/devchain/src/contracts/producers/signatures';
import { producersTable } from '../../../../../apps/devchain/src/contracts/producers/tables';
import { developmentKey } from '../../../../../apps/devchain/src/client/development-key';
import { act, KernelChain } from '../../../../harness/chain/kernel-chain';
import { rowsOf } from '../../../../harness/chain/rows';

/** A chain on which producers stand and voters vote. */
export class Election extends KernelChain {
  registering(producer: string, key = developmentKey('test', 'producer1')): PackedAction {
    const data = { producer, producer_key: publicKeyOf(key), url: '', location: 0 };
    return act('eosio', regproducer, data, producer);
  }

  voting(voter: string, names: string[], proxy = ''): PackedAction {
    return act('eosio', voteproducer, { voter, proxy, producers: names }, voter);
  }

  proxying(proxy: string, isproxy: boolean): PackedAction {
    return act('eosio', regproxy, { proxy, isproxy }, proxy);
  }

  leaving(producer: string): PackedAction {
    return act('eosio', unregprod, { producer }, producer);
  }

  votes(): Record<string, number> {
    const rows = rowsOf(this.chain, 'eosio', 'eosio', producersTable);
    return Object.fromEntries(rows.map(({ owner, total_votes: votes }) => [owner, votes]));
  }

  why(action: PackedAction): string {
    return this.refusal([action]).message.replace('assertion failure with message: ', '');
  }
}
