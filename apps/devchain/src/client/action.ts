import { type ActionAuthorization, bytesToHex, type PackedAction } from '@app/antelope';
import { encode } from '../kernel/sdk/abi/abi-type';
import type { ActionSignature } from '../kernel/sdk/action-signature';

/**
 * An action as it goes into a transaction.
 * @param authorization `alice` stands for `alice@active`
 */
export function actionOf<A>(
  contract: string,
  { name, args }: ActionSignature<A>,
  data: A,
  ...authorization: readonly string[]
): PackedAction {
  return {
    account: contract,
    name,
    authorization: authorization.map(levelOf),
    data: bytesToHex(encode(args, data)),
  };
}

function levelOf(text: string): ActionAuthorization {
  const [actor = '', permission = 'active'] = text.split('@');
  return { actor, permission };
}
