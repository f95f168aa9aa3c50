import { describe, expect, it } from 'vitest';
import { databaseFault } from './faults.ts';

const failed = (code: string, constraint?: string) => Object.assign(new Error('failed'), { code, constraint });

describe('a failed statement', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '57P03', '08006', '53300', '3D000', '42P01'])(
    'with %s means that the database is unavailable',
    (code) => {
      expect(databaseFault(failed(code))).toEqual({ kind: 'unavailable' });
    },
  );

  it('with a lost connection means that the database is unavailable', () => {
    expect(databaseFault(new Error('Connection terminated unexpectedly'))).toEqual({ kind: 'unavailable' });
  });

  it.each(['40P01', '40001', '55P03'])('with %s can be retried', (code) => {
    expect(databaseFault(failed(code))).toEqual({ kind: 'busy' });
  });

  it('names the violated key or reference', () => {
    expect(databaseFault(failed('23505', 'camera_name_key'))).toEqual({
      kind: 'duplicate',
      constraint: 'camera_name_key',
    });
    expect(databaseFault(failed('23503', 'fk'))).toEqual({ kind: 'still-referenced', constraint: 'fk' });
  });

  it('is recognised when it is wrapped in another error', () => {
    expect(databaseFault(new Error('Migration failed', { cause: failed('40P01') }))).toEqual({ kind: 'busy' });
    expect(databaseFault(new Error('Migration failed', { cause: failed('57P01') }))).toEqual({ kind: 'unavailable' });
    expect(databaseFault(new Error('Migration failed', { cause: failed('42601') }))).toEqual({ kind: 'other' });
  });

  it.each([failed('42601'), failed('22P02'), new Error('odd'), 'a text', undefined])(
    'is a bug otherwise: %s',
    (err) => {
      expect(databaseFault(err)).toEqual({ kind: 'other' });
    },
  );
});
