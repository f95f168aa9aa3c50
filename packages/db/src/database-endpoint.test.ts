import { expect, it } from 'vitest';
import { databaseEndpoint } from './database-endpoint.ts';

it.each([
  ['postgres://u:p@postgres:5432/d', [{ host: 'postgres', port: 5432 }]],
  ['postgres://u:p@10.0.0.5/d', [{ host: '10.0.0.5', port: 5432 }]],
  ['postgres://u:p@[fd00::5]:6000/d', [{ host: 'fd00::5', port: 6000 }]],
  ['postgres://u:p@localhost/d?host=db.lan&port=6432', [{ host: 'db.lan', port: 6432 }]],
  ['postgres:///d', [{ host: 'localhost', port: 5432 }]],
  ['postgres://u:p@localhost/d?host=%2Frun%2Fpostgresql', []],
  ['postgres://u:p@%2Frun%2Fpostgresql/d', []],
])('%s is at %j', (url, endpoint) => {
  expect(databaseEndpoint(url)).toEqual(endpoint);
});
