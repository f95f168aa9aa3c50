import { isCommonPassword, reasonCode } from '@holdfast/domain';
import { invalidField } from '../http/problem.ts';

/** The list of common passwords is asked by the contract; that the name is not the password only here, where both are known. */
export function refuseOwnName(
  { username, password }: { username: string; password: string },
  pointer = '/password',
): void {
  if (isCommonPassword(password, username)) throw invalidField(pointer, reasonCode('password-is-user-name'));
}
