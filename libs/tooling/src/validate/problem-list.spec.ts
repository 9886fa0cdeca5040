import { addUnknownMembers } from './unknown-members';
import { ProblemList } from './problem-list';

describe('problems of a request', () => {
  it('ProblemList shows 20 problems and counts the others', () => {
    const problems = new ProblemList();
    for (let index = 0; index < 12_365; index++) problems.add(() => `p${index}`);
    expect(problems.toString()).toMatch(/^p0; p1; .*; p19; and 12345 more$/);
  });

  it('ProblemList makes no sentence that it does not show', () => {
    const problems = new ProblemList();
    const sentence = jest.fn(() => 'wrong');
    for (let index = 0; index < 1_000; index++) problems.add(sentence);
    expect(sentence).toHaveBeenCalledTimes(20);
  });

  it('ProblemList is empty until a problem is added', () => {
    const problems = new ProblemList();
    expect([problems.isEmpty, problems.toString()]).toEqual([true, '']);
    problems.add(() => 'wrong');
    expect(problems.isEmpty).toBe(false);
  });

  it('ProblemList compares the names of 20 unknown members with the fields, however many there are', () => {
    const problems = new ProblemList();
    const names = new Set(['pair']);
    const compared = jest.spyOn(names, Symbol.iterator);
    const raw = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`pair${index}`, 1]));
    addUnknownMembers(raw, names, '', problems);
    expect(compared).toHaveBeenCalledTimes(20);
    expect(problems.toString()).toMatch(/; and 4980 more$/);
  });
});
