/** Whether the driver could read it as an address. A missing host is allowed: a parameter may name a socket instead. */
export const isPostgresUrl = (raw: string): boolean =>
  /^postgres(ql)?:\/\//.test(raw) && (URL.canParse(raw) || URL.canParse(raw.replace('@/', '@localhost/')));
