import { binary, route } from './route.ts';

export const trust = {
  page: route({
    method: 'GET',
    path: '/trust',
    access: 'public',
    summary: 'A page that explains how to trust this server’s certificate; 404 if the operator brings a certificate',
    reply: binary('text/html'),
  }),
  certificate: route({
    method: 'GET',
    path: '/trust/holdfast.crt',
    access: 'public',
    summary: 'The certificate authority of this installation, to be trusted by browsers',
    reply: binary('application/x-x509-ca-cert'),
  }),
};
