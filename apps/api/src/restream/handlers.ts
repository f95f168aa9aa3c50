import { type Routes, routes } from '@holdfast/contract';
import {
  type Database,
  findRestreamAccount,
  insertRestreamAccount,
  listCameras,
  newRestreamAccount,
  replaceRestreamPassword,
} from '@holdfast/db';
import type { SecretBox } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/mount.ts';

/** The restream listens on the same host as the API, so readers use the host name of the request. */
const originOf = (hostname: string, port: number) => {
  const url = new URL(`http://${hostname}`);
  return `rtsp://${url.hostname}:${port}`;
};

export function restreamHandlers({
  db,
  secrets,
  rtspPort,
}: {
  db: Database;
  secrets: SecretBox;
  rtspPort: number;
}): Handlers<Routes['restream']> {
  const show = async ({ hostname, protocol, host }: Pick<FastifyRequest, 'hostname' | 'protocol' | 'host'>) => {
    const [account, cameras] = await Promise.all([findRestreamAccount(db), listCameras(db)]);
    const password = account && secrets.open(account.password);
    const origin = originOf(hostname, rtspPort);
    return {
      account: account && password !== undefined ? { username: account.username, password } : null,
      cameras: cameras.map(({ id, name, subUrl }) => ({
        camera_id: id,
        name,
        main_url: `${origin}/${id}/main`,
        sub_url: subUrl === null ? null : `${origin}/${id}/sub`,
        whep_url: `${protocol}://${host}${routes.live.offer.path.replace('{camera_id}', id)}`,
      })),
    };
  };

  return {
    get: ({ request }) => show(request),

    rotate: async ({ request, note }) => {
      const fresh = newRestreamAccount();
      const password = secrets.seal(fresh.password);
      await db.transaction().execute(async (tx) => {
        await insertRestreamAccount(tx, { ...fresh, password });
        await replaceRestreamPassword(tx, password);
        await note(tx);
      });
      return show(request);
    },
  };
}
