import { binary, route } from './route.ts';

export const supportBundle = {
  get: route({
    method: 'GET',
    path: '/support-bundle',
    access: 'admin',
    summary:
      'A ZIP file for a report: versions, settings, states, load, warnings and events, without passwords, tokens, addresses of cameras, plates or people',
    reply: binary('application/zip', { 'content-disposition': 'Names the file' }),
  }),
};
