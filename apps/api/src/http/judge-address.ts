import { addressReason } from '@holdfast/domain';
import { type OutboundAddress, type OutboundRule, resolveOutbound } from '@holdfast/kit';
import { invalidField } from './problem.ts';

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Resolves the host of an address once and checks all its addresses. */
export const judgeAddress = (url: URL, outbound: OutboundRule): Promise<OutboundAddress> =>
  resolveOutbound(url.hostname, portOf(url), outbound);

/** Called before an address is saved. An unknown host name may resolve later; a forbidden address stays forbidden. */
export async function requireContactable(url: URL, outbound: OutboundRule, pointer: string): Promise<void> {
  const found = await judgeAddress(url, outbound);
  if (found.kind === 'refused') throw invalidField(pointer, addressReason(found));
}
