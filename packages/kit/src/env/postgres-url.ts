/** Whether the driver can parse it as a URL. A missing host is allowed: a parameter may name a socket instead. */
export const isPostgresUrl = (raw: string): boolean => {
  if (!/^postgres(ql)?:\/\//.test(raw)) return false;
  const url = URL.parse(raw) ?? URL.parse(raw.replace('@/', '@localhost/'));
  return url !== null && /^\d*$/.test(url.searchParams.get('port') ?? '');
};
