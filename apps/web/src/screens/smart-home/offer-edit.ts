import type { HubOffer } from '../../api/queries.ts';

/** The effect of saving. `needs-broker`: cameras are chosen, but there is no broker to offer them at. */
export type OfferEffect = 'offers' | 'nothing' | 'needs-broker';

export function offerEffect(
  { enabled, camera_ids, broker, mqtt_url }: Pick<HubOffer, 'enabled' | 'camera_ids' | 'broker' | 'mqtt_url'>,
  /** Of the broker of the detector; undefined until it is known. */
  detectorUrl: string | null | undefined,
): OfferEffect {
  if (!enabled || camera_ids.length === 0) return 'nothing';
  return (broker === 'own' ? mqtt_url : detectorUrl) === null ? 'needs-broker' : 'offers';
}
