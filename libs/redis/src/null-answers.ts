import loaded from 'ioredis/built/DataHandler';

/** The method by which ioredis takes the command that an answer belongs to. */
interface CommandTaker {
  shiftCommand(reply: unknown): unknown;
}

const NULL_TEXT = 'null';
/** The method of this file, once ioredis has it. */
let reporting: CommandTaker['shiftCommand'] | undefined;

/**
 * Has ioredis report a null that no command waits for, as it reports every other answer of that kind: it throws outside
 * of all calls for a null, which ends the process. Only the text of its report is made of it (docs/decisions/0021). Once,
 * however often it is called.
 * @throws Error when ioredis has no such method any more
 */
export function reportNullAnswers(): void {
  // Node gives a module of ECMAScript, as the one of the package chain-client is, the exports of a CommonJS module as a whole.
  const DataHandler = (loaded as unknown as { readonly default?: typeof loaded }).default ?? loaded;
  const handler = DataHandler.prototype as unknown as Partial<CommandTaker>;
  const { shiftCommand } = handler;
  if (shiftCommand === undefined) throw new Error('ioredis has changed: see docs/decisions/0021');
  if (shiftCommand === reporting) return;
  reporting = function (this: CommandTaker, reply) {
    return shiftCommand.call(this, reply ?? NULL_TEXT);
  };
  handler.shiftCommand = reporting;
}
