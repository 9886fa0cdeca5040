import { AnswerField, ConciseMark, leavingOut } from '@app/tooling';
import { GetAccountAnswer, PermissionAnswer } from './get-account.dto';

export class ConcisePermissionAnswer extends leavingOut(
  PermissionAnswer,
  'parent',
  'threshold',
  'keys',
  'accounts',
  'waits',
  'linked_actions',
) {}

/** An account without resources, the time it was made, the rules of its permissions and the shares it has none of. */
export class ConciseAccountAnswer extends leavingOut(
  GetAccountAnswer,
  'created',
  'permissions',
  'resources',
) {
  @ConciseMark()
  detail!: 'concise';

  @AnswerField({ type: () => ConcisePermissionAnswer, list: true, description: 'Names of the permissions' })
  permissions!: ConcisePermissionAnswer[];
}
