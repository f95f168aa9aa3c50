import { Type } from 'typebox';
import { binary, route } from './route.ts';
import { OneOf, Strict } from './scalars.ts';

export const trust = {
  page: route({
    method: 'GET',
    path: '/trust',
    access: 'public',
    summary: 'A page that explains how to trust this server’s certificate; 404 if the operator brings a certificate',
    query: Strict({ lang: Type.Optional(OneOf(['en', 'de'] as const)) }),
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
