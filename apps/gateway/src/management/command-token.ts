import { timingSafeEqual } from 'node:crypto';
import { managementJson, type ManagementPage } from '@app/operations';

const BEARER = 'Bearer ';

/** Decides who may send commands to the management port. */
export class CommandToken {
  /** @param token undefined: no command is allowed */
  constructor(private readonly token: string | undefined) {}

  /** Why a command is refused; undefined when it is allowed. */
  refusal(authorization = ''): ManagementPage | undefined {
    if (this.token === undefined)
      return managementJson(403, { error: 'commands are off; MANAGEMENT_TOKEN turns them on' });
    const given = Buffer.from(authorization);
    const expected = Buffer.from(BEARER + this.token);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined;
    return managementJson(401, { error: 'send "Authorization: Bearer " with MANAGEMENT_TOKEN' });
  }
}
