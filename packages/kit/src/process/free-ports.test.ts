import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ExitWith } from './exit-with.ts';
import { requireDistinctPorts, requireFreePorts } from './free-ports.ts';

const host = '127.0.0.1';

const listening = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return { server, port: address.port };
};

const refusalOf = async (check: () => void | Promise<void>) => {
  try {
    await check();
  } catch (err) {
    if (err instanceof ExitWith) return { code: err.exitCode, sentence: err.message };
    throw err;
  }
  return undefined;
};

it('the port that is in use is named with its setting, also when it is not the first one', async () => {
  const { server, port: released } = await listening();
  await new Promise((resolve) => server.close(resolve));
  const { port } = await listening();
  const wanted = [
    { name: 'FIRST_PORT', port: released, host },
    { name: 'SECOND_PORT', port, host },
  ];
  expect(await refusalOf(() => requireFreePorts(wanted, 0))).toEqual({
    code: 69,
    sentence: `SECOND_PORT ${port} is in use by another program; stop that one or set SECOND_PORT to a free port.`,
  });
});

it('a port that is released within the grace is free', async () => {
  const { server, port } = await listening();
  setTimeout(() => server.close(), 150);
  await requireFreePorts([{ name: 'PORT', port, host }], 30_000);
});

it('a host of another machine is refused at once', async () => {
  const check = () => requireFreePorts([{ name: 'PORT', port: 1_234, host: '203.0.113.7' }], 30_000);
  expect(await refusalOf(check)).toEqual({
    code: 69,
    sentence: 'HOST 203.0.113.7 is not an address of this machine.',
  });
});

it('two settings with the same port are both named', async () => {
  const ports = [
    { name: 'PORT', port: 1 },
    { name: 'RTSP_PORT', port: 2 },
    { name: 'DEMO_HUB_PORT', port: 1 },
  ];
  expect(await refusalOf(() => requireDistinctPorts(ports))).toEqual({
    code: 78,
    sentence: 'PORT and DEMO_HUB_PORT are both 1; they must differ.',
  });
  expect(await refusalOf(() => requireDistinctPorts(ports.slice(0, 2)))).toBeUndefined();
});
