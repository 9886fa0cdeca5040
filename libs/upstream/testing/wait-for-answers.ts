import { Hedging } from '../src/pool/hedging';

/**
 * From now on no request to a node is late, however long this process does not run: each goes to the node that is chosen,
 * and to another one only when that fails. Undone by jest.restoreAllMocks(), and at the end of the spec file.
 */
export function waitForAnswers(): void {
  jest.spyOn(Hedging.prototype, 'lateAfterMs').mockReturnValue(Infinity);
  jest.spyOn(Hedging.prototype, 'overdueAfterMs').mockReturnValue(Infinity);
}
