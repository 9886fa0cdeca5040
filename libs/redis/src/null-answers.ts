import loaded from 'ioredis/built/DataHandler';

/** Node gives a module of ECMAScript, as the one of the package chain-client is, the exports of a CommonJS module as a whole. */
const DataHandler = (loaded as unknown as { readonly default?: typeof loaded }).default ?? loaded;

/** The method by which ioredis takes the command that an answer belongs to. */
interface CommandTaker {
  shiftCommand(reply: unknown): unknown;
}

const NULL_TEXT = 'null';

/**
 * Has ioredis report a null that no command waits for, as it reports every other answer of that kind: it throws outside
 * of all calls for a null, which ends the process. Only the text of its report is made of it (docs/decisions/0021).
 * @throws Error when ioredis has no such method any more
 */
export function reportNullAnswers(): void {
  const handler = DataHandler.prototype as unknown as Partial<CommandTaker>;
  const { shiftCommand } = handler;
  if (shiftCommand === undefined) throw new Error('ioredis has changed: see docs/decisions/0021');
  handler.shiftCommand = function (this: CommandTaker, reply) {
    return shiftCommand.call(this, reply ?? NULL_TEXT);
  };
}
