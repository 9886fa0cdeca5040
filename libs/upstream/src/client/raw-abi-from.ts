import type { FetchRawAbi } from '../cache/abi-cache';
import type { ReadNodes } from '../verify/verified-reads';
import { UnreadableAnswerError } from '../node/parse-answer';
import { readRawAbi } from './answers/raw-abi';
import { orAbsent } from './or-absent';

/** Asks the nodes of a network for ABIs. The cache of ABIs shares equal requests: it knows which are too old to share. */
export const rawAbiFrom =
  (read: ReadNodes): FetchRawAbi =>
  (account, knownHash) => {
    const body = JSON.stringify({
      account_name: account,
      ...(knownHash === undefined ? {} : { abi_hash: knownHash }),
    });
    const answer = read({ method: 'POST', path: '/v1/chain/get_raw_abi', body, call: 'abi' });
    return orAbsent(
      answer.then(({ json, verification }) => {
        const { account: answered, ...abi } = readRawAbi(json);
        // Without bytes it has to be the one that is known.
        const isWhole = abi.raw !== undefined || abi.hash === knownHash;
        if (answered !== account || !isWhole)
          throw new UnreadableAnswerError(`get_raw_abi: it is not the ABI of ${account}`);
        return { ...abi, ...(verification === undefined ? {} : { verification }) };
      }),
    );
  };
