import { describe, expect, it } from 'vitest';
import { resolveOutbound } from './outbound-address.ts';

describe('an outgoing address', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
    '100.100.100.200',
    '[fd00:ec2::254]',
    '0.0.0.0',
    '224.0.0.1',
    '[ff02::1]',
  ])('%s is never contacted', async (host) =>
    expect(await resolveOutbound(host, 80)).toMatchObject({ kind: 'refused' }),
  );
  it.each([
    ['192.168.1.10', 4],
    ['10.0.0.1', 4],
    ['127.0.0.1', 4],
    ['[fd12::1]', 6],
    ['203.0.113.9', 4],
  ])('%s is a place where cameras live', async (host, family) =>
    expect(await resolveOutbound(host, 554)).toMatchObject({ kind: 'ok', family }),
  );

  it('is not the port of our own database, by whatever name of this machine', async () => {
    const rule = { deniedPorts: [{ host: 'localhost', port: 5432 }] };
    expect(await resolveOutbound('127.0.0.1', 5432, rule)).toMatchObject({ kind: 'refused' });
    expect(await resolveOutbound('127.0.0.2', 5432, rule)).toMatchObject({ kind: 'refused' });
    expect(await resolveOutbound('[::1]', 5432, rule)).toMatchObject({ kind: 'refused' });
    expect(await resolveOutbound('127.0.0.1', 5433, rule)).toMatchObject({ kind: 'ok' });
    expect(await resolveOutbound('10.0.0.1', 5432, rule)).toMatchObject({ kind: 'ok' });
  });

  it('of a name nobody knows is said to be unknown', async () => {
    expect(await resolveOutbound('no-such-host.invalid', 80)).toMatchObject({ kind: 'unknown' });
  });
});
