/** A control is not possible as things are; the message is for the person who asked. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}
