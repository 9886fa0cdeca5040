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

/** A failure that its owner can do something about: the message is written for him, and holds no secret. */
export abstract class OwnerError extends Error {}

/** A question to a person: a call, and everything that an approval of it covers. */
export interface Question {
  readonly request: string;
  /** Hash of what is approved. */
  readonly question: string;
  readonly text: string;
}

/** A call that is not signed, with the rule that refuses it. Nothing has left the process. */
export class Refusal extends OwnerError {
  override readonly name = 'Refusal';

  constructor(
    readonly rule: RefusalRule,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A call that waits for an approval. */
export class ApprovalRefusal extends Refusal {
  /** @param isAmountAlone its amount is the one reason to ask */
  constructor(
    readonly question: Question,
    readonly isAmountAlone: boolean,
    message: string,
  ) {
    super('approval', message);
  }
}
