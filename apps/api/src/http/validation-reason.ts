import { FOLDER_PATH_PATTERN } from '@holdfast/contract';
import { type Reason, reasonCode } from '@holdfast/domain';
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

const formatReasons: Record<string, Reason> = {
  uuid: reasonCode('invalid-id'),
  'date-time': reasonCode('invalid-time'),
  name: reasonCode('invalid-characters'),
  'new-password': reasonCode('password-too-common'),
};

const patternReasons: Record<string, Reason> = {
  [FOLDER_PATH_PATTERN]: reasonCode('folder-path-relative'),
};

const oneOf = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** A validation error as a reason. */
export function validationReason({ keyword, params }: ErrorObject): Reason {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
      return reasonCode('required');
    case 'additionalProperties':
      return reasonCode('not-a-field');
    case 'type':
      return reasonCode('must-be-type', {
        type: oneOf([params.type].flat().map((type: string) => typeWords[type] ?? type)),
      });
    case 'enum':
      return reasonCode('must-be-one-of', { allowed: (params.allowedValues as unknown[]).join(', ') });
    case 'format':
      return formatReasons[params.format as string] ?? reasonCode('invalid-format');
    case 'pattern':
      return patternReasons[params.pattern as string] ?? reasonCode('invalid-format');
    case 'minLength':
      return limit === 1 ? reasonCode('required') : reasonCode('too-short', { limit });
    case 'maxLength':
      return reasonCode('too-long', { limit });
    case 'minItems':
      return reasonCode('too-few-entries', { limit });
    case 'maxItems':
      return reasonCode('too-many-entries', { limit });
    case 'uniqueItems':
      return reasonCode('duplicate-entries');
    case 'minimum':
      return reasonCode('too-small', { limit });
    case 'maximum':
      return reasonCode('too-large', { limit });
    case 'exclusiveMinimum':
      return reasonCode('not-above', { limit });
    case 'exclusiveMaximum':
      return reasonCode('not-below', { limit });
    default:
      return reasonCode('invalid-format');
  }
}
