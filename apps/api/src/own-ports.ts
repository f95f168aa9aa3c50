import type { OutboundRule } from '@holdfast/kit';

/**
 * The ports that no camera, webhook or channel may point at: the database, and what the product itself listens on. Requests to
 * them would come from this machine, to which some of them are open.
 */
export const ownPorts = ({
  database,
  port,
  rtspPort,
  restreamHost,
}: {
  database: NonNullable<OutboundRule['deniedPorts']>;
  port: number;
  rtspPort: number;
  restreamHost: string;
}): NonNullable<OutboundRule['deniedPorts']> => [
  ...database,
  { host: '127.0.0.1', port },
  { host: '127.0.0.1', port: rtspPort },
  { host: restreamHost, port: rtspPort },
];
