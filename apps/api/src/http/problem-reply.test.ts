import { createLogger } from '@holdfast/kit';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { replyWithProblems } from './problem-reply.ts';

it('logs an outage at most once a second and without a stack, for any number of failed requests', async () => {
  const lines: string[] = [];
  const log = createLogger({
    name: 'api',
    level: 'warn',
    format: 'json',
    stream: { write: (line) => lines.push(line) },
  });
  const app = fastify({ loggerInstance: log });
  replyWithProblems(app as never);
  app.get('/', () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  const replies = await Promise.all(Array.from({ length: 20 }, () => app.inject('/')));
  await app.close();
  for (const { statusCode, headers } of replies)
    expect([statusCode, headers['retry-after'], headers['x-content-type-options']]).toEqual([503, '2', 'nosniff']);
  const outages = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'database unavailable');
  expect(outages[0]).toMatchObject({ reason: 'connect ECONNREFUSED', suppressed: 0 });
  expect(outages.length).toBeLessThan(replies.length / 2);
  expect(lines.join('')).not.toContain('stack');
});
