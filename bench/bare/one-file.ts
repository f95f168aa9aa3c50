import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { serveBare } from './serve-bare.ts';

await serveBare<{ path: string }>((app, { path }) => {
  app.get('/file', async (_request, reply) => {
    const { size } = await stat(path);
    return reply
      .header('content-length', size)
      .type('video/mp4')
      .send(createReadStream(path, { highWaterMark: 256 * 1024 }));
  });
});
