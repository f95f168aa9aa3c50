/** The channels of the first TCP transport that a peer offers; undefined if there is none. */
export function parseTcpTransport(header: string): { channel: number | undefined } | undefined {
  for (const offer of header.split(',')) {
    const [profile = '', ...parameters] = offer.split(';').map((part) => part.trim());
    if (!/^RTP\/AVP\/TCP$/i.test(profile)) continue;
    const pair = parameters
      .map((text) => /^interleaved=(\d{1,3})(?:-\d{1,3})?$/i.exec(text)?.[1])
      .find((text) => text !== undefined);
    const channel = pair === undefined ? undefined : Number(pair);
    if (channel !== undefined && channel > 254) return undefined;
    return { channel };
  }
  return undefined;
}
