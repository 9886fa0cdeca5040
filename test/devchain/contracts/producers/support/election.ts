import { publicKeyOf, type PackedAction } from '@app/antelope';
import {
  regproducer,
  regproxy,
  unregprod,
  voteproducer,
} from '../../../../../apps/devchain/src/contracts/producers/signatures';
import { producersTable } from '../../../../../apps/devchain/src/contracts/producers/tables';
import { developmentKey } from '../../../../../apps/devchain/src/client/development-key';
import { actionOf } from '../../../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../../../harness/chain/in-process-chain';

/** A chain on which producers stand and voters vote. */
export class Election extends InProcessChain {
  registering(producer: string, key = developmentKey('test', 'producer1')): PackedAction {
    const data = { producer, producer_key: publicKeyOf(key), url: '', location: 0 };
    return actionOf('eosio', regproducer, data, producer);
  }

  voting(voter: string, names: string[], proxy = ''): PackedAction {
    return actionOf('eosio', voteproducer, { voter, proxy, producers: names }, voter);
  }

  proxying(proxy: string, isproxy: boolean): PackedAction {
    return actionOf('eosio', regproxy, { proxy, isproxy }, proxy);
  }

  leaving(producer: string): PackedAction {
    return actionOf('eosio', unregprod, { producer }, producer);
  }

  votes(): Record<string, number> {
    const rows = this.client.rows('eosio', 'eosio', producersTable);
    return Object.fromEntries(rows.map(({ owner, total_votes: votes }) => [owner, votes]));
  }

  why(action: PackedAction): string {
    return this.refusal([action]).message.replace('assertion failure with message: ', '');
  }
}
