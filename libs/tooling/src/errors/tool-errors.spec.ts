import { toolError } from './tool-errors';

describe('the error of a number that JSON does not keep', () => {
  it.each([
    ['price', '0.12345678000000000000001', 'send it as a string'],
    [
      'order_id',
      '9007199254740993',
      'send it as a string, where the field takes one: an integer ends at 9007199254740991',
    ],
  ])('the error of %s %s advises what the field may take', (path, number, advice) => {
    expect(toolError('INEXACT_NUMBER', path, number).message).toBe(
      `${path}: the number ${number} has more digits than a JSON number keeps; ${advice}`,
    );
  });
});
