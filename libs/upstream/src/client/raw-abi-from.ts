import type { FetchRawAbi } from '../cache/abi-cache';
import type { NodeCaller } from '../pool/node-caller';
import { readRawAbi } from './answers/raw-abi';
import { orAbsent } from './or-absent';

/** Asks the nodes of a network for ABIs. The cache of ABIs shares equal requests: it knows which are too old to share. */
export const rawAbiFrom =
  (caller: NodeCaller): FetchRawAbi =>
  (account, knownHash) => {
    const body = JSON.stringify({
      account_name: account,
      ...(knownHash === undefined ? {} : { abi_hash: knownHash }),
    });
    const answer = caller.readJson({ method: 'POST', path: '/v1/chain/get_raw_abi', body, call: 'abi' });
    return orAbsent(answer.then(({ json }) => readRawAbi(json)));
  };
