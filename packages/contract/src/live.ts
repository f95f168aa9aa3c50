import { streamNames } from '@holdfast/domain';
import { route, webSocket } from './route.ts';
import { OneOf, Patch, Strict, Uuid } from './scalars.ts';

export const live = {
  watch: route({
    method: 'GET',
    path: '/live/{camera_id}',
    access: 'media',
    scope: 'camera',
    summary:
      'Live picture and sound over a WebSocket: first a text {"mime_type"}, then fragments of MP4 to append. Ask for transcode=h264 where the codec cannot be played',
    params: Strict({ camera_id: Uuid }),
    query: Patch({ stream: OneOf(streamNames), transcode: OneOf(['h264']) }),
    reply: webSocket,
  }),
};
