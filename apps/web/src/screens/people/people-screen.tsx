import { Tabs } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/page.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

export function PeopleScreen() {
  const t = useT();
  return (
    <Page title={t('nav.people')} lead={t('people.lead')}>
      <Tabs defaultValue="users" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="users">{t('people.users')}</Tabs.Tab>
          <Tabs.Tab value="roles">{t('people.roles')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users">
          <UsersPanel />
        </Tabs.Panel>
        <Tabs.Panel value="roles">
          <RolesPanel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
