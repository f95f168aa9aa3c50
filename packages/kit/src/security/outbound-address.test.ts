import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { resolveOutbound, shareLookUps } from './outbound-address.ts';

describe('an outgoing address', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '[fe80::1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:a9fe:a9fe::1]',
    '[2001::ffff:5601:5601]',
    '[::a9fe:a9fe]',
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
  ])('%s is an allowed camera address', async (host, family) =>
    expect(await resolveOutbound(host, 554)).toMatchObject({ kind: 'ok', family }),
  );

  it('is not the port of our own database, under any name of this machine', async () => {
    const rule = { deniedPorts: [{ host: 'localhost', port: 5432 }] };
    expect(await resolveOutbound('127.0.0.1', 5432, rule)).toMatchObject({ kind: 'refused' });
    expect(await resolveOutbound('127.0.0.2', 5432, rule)).toMatchObject({ kind: 'refused' });
    expect(await resolveOutbound('[::1]', 5432, rule)).toMatchObject({ kind: 'refused' });
    expect(await resolveOutbound('127.0.0.1', 5433, rule)).toMatchObject({ kind: 'ok' });
    expect(await resolveOutbound('10.0.0.1', 5432, rule)).toMatchObject({ kind: 'ok' });
  });

  it('is not the port of our own database, whose host name is resolved too', async () => {
    const names: Record<string, string[]> = { postgres: ['172.18.0.2', '2001:db8::2'], 'gate.lan': ['10.0.0.9'] };
    const lookUp = async (name: string) =>
      (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const rule = { deniedPorts: [{ host: 'postgres', port: 5432 }] };
    const judge = async (host: string, port = 5432) => (await resolveOutbound(host, port, rule, lookUp)).kind;
    for (const host of ['postgres', '172.18.0.2', '[::ffff:172.18.0.2]', '[2001:db8::2]'])
      expect(await judge(host), host).toBe('refused');
    expect(await judge('gate.lan')).toBe('ok');
    expect(await judge('postgres', 554)).toBe('ok');
    delete names.postgres;
    expect(await judge('gate.lan')).toBe('ok');
  });

  it('is not the port of our own database, reached by an address of a network card', async () => {
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address, family } of own.filter((each) => !each.address.startsWith('fe80'))) {
      const host = family === 'IPv6' ? `[${address}]` : address;
      expect(
        await resolveOutbound(host, 5432, { deniedPorts: [{ host: '127.0.0.1', port: 5432 }] }),
        host,
      ).toMatchObject({ kind: 'refused' });
    }
  });

  it('is unknown when the name does not resolve', async () => {
    expect(await resolveOutbound('no-such-host.invalid', 80)).toMatchObject({ kind: 'unknown' });
  });
});

it('asks for a name that is being asked for only once', async () => {
  const answers: ((found: []) => void)[] = [];
  const lookUp = shareLookUps(() => new Promise((resolve) => void answers.push(resolve)));
  const both = Promise.all([lookUp('hub.test'), lookUp('hub.test')]);
  expect(answers).toHaveLength(1);
  answers[0]?.([]);
  expect(await both).toEqual([[], []]);
  void lookUp('hub.test');
  expect(answers).toHaveLength(2);
});
