import { ToolError } from '../errors/tool-error';
import { AnswerField, answerSchemaOf } from '../declare/answer-fields';
import { ChoiceField } from '../declare/choice-field';
import { NetworkInput } from '../../../chain-tools/src/chain/network-input';
import { inputSchemaOf } from './input-schema';
import { readInput } from '../validate/read-input';
import { type DeploymentTerms, valuesOf, withTerms } from './deployment-terms';

class CropInput extends NetworkInput {
  @ChoiceField('crop', { description: 'What grows: {{crops}}', example: '{{crop.first}}' })
  crop!: string;
}

class CropAnswer {
  @AnswerField({ type: 'string', enum: valuesOf('crop'), description: 'The crop' })
  crop!: string;

  @AnswerField({ type: 'string', description: '{{stock.hay}}' })
  hay!: string;
}

const termsOf = (values: readonly string[], hay: string | null): DeploymentTerms => ({
  texts: { crops: 'rye in fields', 'crop.first': 'rye', networks: 'one', 'stock.hay': hay },
  choices: { crop: { values, pattern: '^[a-z]{1,8}$' } },
});
const TERMS = termsOf(['rye', 'oat'], 'Bales');
const NOTHING = termsOf([], null);

function refusalOf(input: object, terms: DeploymentTerms): string {
  try {
    readInput(CropInput, input, terms);
    return 'accepted';
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}

describe('the terms of a deployment', () => {
  it('withTerms puts texts and values of the deployment into a schema', () => {
    expect(withTerms(inputSchemaOf(CropInput), TERMS).properties!['crop']).toEqual({
      ...{ type: 'string', enum: ['rye', 'oat'] },
      ...{ description: 'What grows: rye in fields', examples: ['rye'] },
    });
  });

  it('withTerms puts the pattern of a choice in the place of values that are not there', () => {
    const { crop } = withTerms(inputSchemaOf(CropInput), NOTHING).properties!;
    expect(crop).toMatchObject({ pattern: '^[a-z]{1,8}$' });
    expect(crop).not.toHaveProperty('enum');
  });

  it('withTerms leaves out the member of an answer that the deployment does not have', () => {
    expect(withTerms(answerSchemaOf(CropAnswer), NOTHING)).toMatchObject({ required: ['crop'] });
    expect(withTerms(answerSchemaOf(CropAnswer), NOTHING).properties).not.toHaveProperty('hay');
    expect(withTerms(answerSchemaOf(CropAnswer), TERMS)).toMatchObject({ required: ['crop', 'hay'] });
  });

  it('withTerms fills keys and lists, and leaves other braces alone', () => {
    const document = { 'crop={{crop.first}}': ['{{crops}}', '{crop}', '{{ }}', 7, null] };
    expect(withTerms(document, TERMS)).toEqual({ 'crop=rye': ['rye in fields', '{crop}', '{{ }}', 7, null] });
  });

  it('withTerms refuses a placeholder without a text', () => {
    expect(() => withTerms('{{wheat}}', TERMS)).toThrow('the deployment has no text for {{wheat}}');
  });

  it('a choice field takes the values of the deployment alone, among other problems of the input', () => {
    expect(refusalOf({ crop: 'oat' }, TERMS)).toBe('accepted');
    expect(refusalOf({ crop: 'hop', network: 7 }, TERMS)).toMatch(
      /^crop: must be rye or oat, got the string "hop"; network: must be/,
    );
    expect(refusalOf({ crop: 1 }, TERMS)).toBe('crop: must be a string, got the number 1');
    expect(refusalOf({}, TERMS)).toBe('crop: is required');
  });

  it('a choice field takes texts of its form where the deployment has no value: the tool refuses them', () => {
    expect(refusalOf({ crop: 'hop' }, NOTHING)).toBe('accepted');
    expect(refusalOf({ crop: 'HOP' }, NOTHING)).toBe('crop: must match ^[a-z]{1,8}$, got "HOP"');
  });
});
