import { type OutboundAddress, type OutboundRule, resolveOutbound } from '@holdfast/kit';

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Resolves the host of an address once and checks all its addresses. */
export const judgeAddress = (url: URL, outbound: OutboundRule): Promise<OutboundAddress> =>
  resolveOutbound(url.hostname, portOf(url), outbound);
