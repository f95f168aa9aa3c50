import { capabilities } from '@holdfast/domain';
import { Type } from 'typebox';
import { Token } from './auth.ts';
import { route } from './route.ts';
import { OneOf, Password, Strict, Uuid } from './scalars.ts';

export const Capabilities = Type.Array(OneOf(capabilities), { uniqueItems: true, maxItems: capabilities.length });

const Me = Strict(
  {
    id: Uuid,
    username: Type.String(),
    role: Strict({ id: Uuid, name: Type.String() }),
    capabilities: Capabilities,
    /** Plates are on and the caller may see them. */
    plates_enabled: Type.Boolean(),
  },
  { $id: 'Me' },
);

export const me = {
  get: route({ method: 'GET', path: '/me', access: 'user', summary: 'The caller', reply: Me }),
  changePassword: route({
    method: 'PUT',
    path: '/me/password',
    access: 'user',
    summary: 'Changes the caller’s password, ends all their sessions and returns a token for a new one',
    body: Strict({ current_password: Type.String({ minLength: 1, maxLength: 256 }), new_password: Password }),
    reply: Token,
  }),
};
