import { expect, it } from 'vitest';
import { isPostgresUrl } from './postgres-url.ts';

it.each([
  'postgres://u:p@db.example:5432/d',
  'postgresql://u@[::1]/d',
  'postgres:///d?host=/run/postgresql',
  'postgres://u:p@/d?host=/run/postgresql',
  'postgres://localhost/d?host=db.lan&port=6432',
  'postgres://u:p@%2Frun%2Fpostgresql/d',
])('%s is a PostgreSQL URL', (url) => expect(isPostgresUrl(url)).toBe(true));

it.each([
  'mysql://u:p@h/d',
  'postgres://h:99999/d',
  'postgres://h:port/d',
  'postgres://[::1/d',
  'postgres://h/d?port=five',
  'postgres:/d',
  'db',
])('%s is not', (url) => expect(isPostgresUrl(url)).toBe(false));
