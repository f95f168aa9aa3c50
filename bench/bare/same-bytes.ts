import { serveBare } from './serve-bare.ts';

await serveBare<{ path: string; body: string }>((app, { path, body }) => {
  app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
});
