import type { OutboundRule } from '@holdfast/kit';

/**
 * What nobody may aim a camera, a webhook or a channel at: the database, and what the product itself listens on. Whoever could
 * would speak to them from inside, where some doors are open.
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
