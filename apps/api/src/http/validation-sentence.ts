import type { ErrorObject } from 'ajv';

const typeWords: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formatWords: Record<string, string> = {
  uuid: 'must be an id',
  'date-time': 'must be a time like 2026-11-15T01:02:03Z',
  'new-password': 'is one of the commonest passwords: choose another',
  name: 'must not hold control characters, line breaks or invisible characters',
};

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const oneOf = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** What is wrong, in the words of whoever sent it rather than those of the validator. */
export function validationSentence({ keyword, params }: ErrorObject): string {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not a field of this request';
    case 'type':
      return `must be ${oneOf([params.type].flat().map((type: string) => typeWords[type] ?? type))}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'format':
      return formatWords[params.format as string] ?? 'is not written as it must be';
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${counted(limit, 'character', 'characters')}`;
    case 'minItems':
      return `must list at least ${counted(limit, 'entry', 'entries')}`;
    case 'maxItems':
      return `must list at most ${counted(limit, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'must not list the same entry twice';
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    default:
      return 'is not written as it must be';
  }
}
