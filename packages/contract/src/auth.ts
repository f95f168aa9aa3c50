import { Type } from 'typebox';
import { noContent, route } from './route.ts';
import { Name, Nullable, Password, Strict, Timestamp, Uuid } from './scalars.ts';

export const Token = Strict(
  {
    /** Empty for a cookie session. */
    token: Type.String(),
    expires_at: Timestamp,
  },
  { $id: 'Token' },
);

/** Keeps the session in an HttpOnly cookie. Writes are then accepted from the server's own pages only. */
const InCookie = Type.Optional(Type.Boolean());

const Session = Strict(
  {
    id: Uuid,
    created_at: Timestamp,
    expires_at: Timestamp,
    remember: Type.Boolean(),
    current: Type.Boolean(),
    client_address: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
  },
  { $id: 'Session' },
);

export const auth = {
  setup: route({
    method: 'GET',
    path: '/auth/setup',
    access: 'public',
    summary: 'Whether the first administrator has yet to be created',
    reply: Strict({ needs_bootstrap: Type.Boolean() }),
  }),
  bootstrap: route({
    method: 'POST',
    path: '/auth/bootstrap',
    access: 'public',
    summary: 'Creates the first administrator; refused once one exists',
    body: Strict({ username: Name, password: Password, cookie: InCookie }),
    status: 201,
    reply: Token,
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Signs in for 24 hours, or for 30 days with remember',
    body: Strict({
      username: Type.String({ minLength: 1, maxLength: 100 }),
      password: Type.String({ minLength: 1, maxLength: 256 }),
      remember: Type.Optional(Type.Boolean()),
      cookie: InCookie,
    }),
    reply: Token,
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: 'user',
    summary:
      'Extends the session and returns a new token for it; refused once the password was last typed too long ago',
    reply: Token,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    summary: 'Ends the session of the caller’s token',
    reply: noContent,
  }),
  sessions: route({
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    summary: 'The caller’s own sessions, newest first',
    reply: Strict({ items: Type.Array(Session) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    access: 'user',
    summary: 'Ends one of the caller’s own sessions',
    params: Strict({ id: Uuid }),
    reply: noContent,
  }),
};
