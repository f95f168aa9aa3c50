/** Where our database listens on the network, if it does; nothing we fetch on request may be aimed there. */
export function databaseEndpoint(connectionString: string): { host: string; port: number }[] {
  const url = URL.parse(connectionString);
  if (!url || url.hostname === '' || url.hostname.startsWith('%2F')) return [];
  return [{ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 5432) }];
}
