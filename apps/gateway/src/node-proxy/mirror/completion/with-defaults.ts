import { isJsonObject, jsonOf } from '@app/antelope';

/** Completes the body of a request with optional members that nodes ask for. */
export type CompleteBody = (body: Buffer) => Buffer;

const OPEN_OBJECT = 0x7b;

/**
 * Writes the members that are absent before the first one; the bytes of the others stay, so that no digit and no
 * order changes. An empty body is taken as `{}`; a body that is no JSON object stays as it is.
 * @param defaults at least one member
 */
export function withDefaults(defaults: Readonly<Record<string, unknown>>): CompleteBody {
  return (body) => {
    if (body.length === 0) return Buffer.from(JSON.stringify(defaults));
    const members = objectIn(body);
    return members === undefined ? body : withAbsent(body, members, defaults);
  };
}

/** Members that nodes ask for beside a transaction. */
export const PUSH_DEFAULTS = { signatures: [], compression: 'none', packed_context_free_data: '' } as const;

/** Completes a body with `packed_trx` or `transaction`: without either, the refusal of a node says what it lacks. */
export const completePush: CompleteBody = (body) => {
  const members = objectIn(body);
  return members === undefined || !hasTransaction(members) ? body : withAbsent(body, members, PUSH_DEFAULTS);
};

/** Whether an object is an envelope of a transaction. */
export const hasTransaction = (members: object): boolean =>
  Object.hasOwn(members, 'packed_trx') || Object.hasOwn(members, 'transaction');

function withAbsent(body: Buffer, members: object, defaults: Readonly<Record<string, unknown>>): Buffer {
  const absent = Object.entries(defaults).filter(([name]) => !Object.hasOwn(members, name));
  if (absent.length === 0) return body;
  const at = body.indexOf(OPEN_OBJECT) + 1;
  const inserted = JSON.stringify(Object.fromEntries(absent)).slice(1, -1);
  const comma = Object.keys(members).length === 0 ? '' : ',';
  return Buffer.concat([body.subarray(0, at), Buffer.from(inserted + comma), body.subarray(at)]);
}

function objectIn(body: Buffer): object | undefined {
  const value = jsonOf(body.toString('utf8'));
  return isJsonObject(value) ? value : undefined;
}
