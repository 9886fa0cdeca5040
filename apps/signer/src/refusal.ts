/** Rules that refuse a call. The words never change. */
export type RefusalRule =
  | 'arguments'
  | 'not_allowed'
  | 'receiver'
  | 'memo'
  | 'price'
  | 'rate'
  | 'cap'
  | 'request_id'
  | 'repeated'
  | 'approval'
  | 'sealed'
  | 'stopped'
  | 'nodes'
  | 'proposal'
  | 'simulation'
  | 'gateway';

/** A call that is not signed, with the rule that refuses it. Nothing has left the process. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly rule: RefusalRule,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
