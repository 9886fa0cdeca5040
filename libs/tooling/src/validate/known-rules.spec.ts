import { getMetadataStorage, IsInt, IsString, validateSync } from 'class-validator';
import { keepRulesOfClasses } from './known-rules';

class Named {
  @IsString() name: unknown = 'a';
}
class Counted extends Named {
  @IsInt() count: unknown = 1;
  @IsInt({ groups: ['strict'] }) limit: unknown = 'none';
}

const failing = (object: object, groups?: string[]): string[] =>
  validateSync(object, groups === undefined ? {} : { groups }).map(({ property }) => property);

describe('rules of classes that are kept', () => {
  const { getTargetValidationMetadatas } = getMetadataStorage();
  afterAll(() => {
    getMetadataStorage().getTargetValidationMetadatas = getTargetValidationMetadatas;
  });

  it('keepRulesOfClasses changes no result, also of classes that extend another and of groups', () => {
    const objects = [new Named(), new Counted(), Object.assign(new Counted(), { name: 1, count: 'x' })];
    const results = () => objects.map((object) => [failing(object), failing(object, ['strict'])]);
    const before = results();
    keepRulesOfClasses();
    expect([results(), results()]).toEqual([before, before]);
    expect(before[2]).toEqual(
      [['limit', 'count', 'name'].sort(), ['limit']].map((names) => expect.arrayContaining(names)),
    );
  });

  it('keepRulesOfClasses collects the rules of a class once', () => {
    const rulesOf = () =>
      getMetadataStorage().getTargetValidationMetadatas(Named, undefined as never, false, false);
    expect(rulesOf()).toBe(rulesOf());
  });
});
