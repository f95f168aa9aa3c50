import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { AddressesCard } from '../../restream/addresses-card.tsx';
import { DetectorForm } from './detector-form.tsx';
import { HubForm } from './hub-form.tsx';
import { HubStateCard } from './hub-state-card.tsx';
import { OfferForm } from './offer-form.tsx';

const STATE_EVERY_MS = 3_000;

/** The smart-home hub: how it is reached, and what is offered to it; and the external detector, often on the same broker. */
export function SmartHomeScreen() {
  const t = useT();
  const hub = useQuery(queries.hub);
  const offer = useQuery({ ...queries.hubOffer, refetchInterval: STATE_EVERY_MS });
  const detector = useQuery({ ...queries.detector, refetchInterval: STATE_EVERY_MS });
  return (
    <Page title={t('nav.smartHome')} lead={t('hub.lead')}>
      <HubStateCard />
      <Loaded query={hub}>{(config) => <HubForm config={config} />}</Loaded>
      <Loaded query={offer}>{(data) => <OfferForm offer={data} />}</Loaded>
      <Loaded query={detector}>{(config) => <DetectorForm config={config} />}</Loaded>
      <AddressesCard />
    </Page>
  );
}
