import { resolveOutbound } from '@holdfast/kit';
import { expect, it } from 'vitest';
import { ownPorts } from './own-ports.ts';

const deniedPorts = ownPorts({
  database: [{ host: '127.0.0.1', port: 5432 }],
  port: 8080,
  rtspPort: 8554,
  restreamHost: '172.18.0.7',
});
const judge = async (host: string, port: number) => (await resolveOutbound(host, port, { deniedPorts })).kind;

it.each([
  ['127.0.0.1', 5432],
  ['127.0.0.1', 8080],
  ['localhost', 8554],
  ['127.0.0.9', 8080],
  ['[::1]', 8080],
  ['[::ffff:127.0.0.1]', 8080],
  ['[64:ff9b::7f00:1]', 8554],
  ['172.18.0.7', 8554],
])('%s:%i is ours', async (host, port) => expect(await judge(host, port)).toBe('refused'));

it.each([
  ['127.0.0.1', 554],
  ['192.168.1.20', 8080],
  ['172.18.0.7', 8080],
])('%s:%i may be a camera', async (host, port) => expect(await judge(host, port)).toBe('ok'));
