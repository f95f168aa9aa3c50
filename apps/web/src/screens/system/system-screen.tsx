import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/page.tsx';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import { AddressesCard } from '../smart-home/addresses-card.tsx';
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
const names = Object.keys(panels) as (keyof typeof panels)[];

/** Health of the system; for administrators also its load, addresses and maintenance. */
export function SystemScreen() {
  const t = useT();
  const isAdmin = useIsAdmin();
  return (
    <Page title={t('nav.system')} lead={t('system.lead')}>
      {isAdmin ? <AdminTabs /> : <Overview />}
    </Page>
  );
}

function AdminTabs() {
  const t = useT();
  return (
    <Tabs defaultValue="overview" keepMounted={false}>
      <Tabs.List mb="md">
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`systemTab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => {
        const Panel = panels[name];
        return (
          <Tabs.Panel key={name} value={name}>
            <div className={classes.tab}>
              <Panel />
            </div>
          </Tabs.Panel>
        );
      })}
    </Tabs>
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
