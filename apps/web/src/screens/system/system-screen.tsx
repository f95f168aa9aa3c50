import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { PanelTabs } from '../../parts/layout/panel-tabs.tsx';
import { AddressesCard } from '../../restream/addresses-card.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { DisksCard } from './disks-card.tsx';
import { HealthCard } from './health-card.tsx';
import { MachineCard } from './machine-card.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';
import { StreamsCard } from './streams-card.tsx';
import classes from './system.module.css';
import { WarningsCard } from './warnings-card.tsx';

const panels = {
  overview: AdminOverview,
  warnings: WarningsCard,
  addresses: Addresses,
  maintenance: MaintenancePanel,
};

/** Health of the system; for administrators also its load, addresses and maintenance. */
export function SystemScreen() {
  const t = useT();
  const isAdmin = useIsAdmin();
  return (
    <Page title={t('nav.system')} lead={t('system.lead')}>
      {isAdmin ? (
        <div className={classes.tabs}>
          <PanelTabs panels={panels} title={(name) => t(`systemTab.${name}`)} />
        </div>
      ) : (
        <Overview />
      )}
    </Page>
  );
}

function Addresses() {
  const t = useT();
  return <AddressesCard title={t('system.addresses')} lead={t('system.addressesLead')} />;
}

function AdminOverview() {
  return <Overview load={<MachineCard />} />;
}

const Overview = ({ load }: { load?: ReactNode }) => (
  <>
    <HealthCard />
    {load}
    <StreamsCard />
    <DisksCard />
  </>
);
