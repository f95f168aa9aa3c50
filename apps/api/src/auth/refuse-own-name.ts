import { isCommonPassword, reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

/** The contract checks the list of common passwords; only here are both name and password known. */
export function refuseOwnName(
  { username, password }: { username: string; password: string },
  pointer = '/password',
): void {
  if (isCommonPassword(password, username)) throw invalidField(pointer, reasonCode('password-is-user-name'));
}
