import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { PanelTabs } from '../../parts/layout/panel-tabs.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

const panels = { users: UsersPanel, roles: RolesPanel };

export function PeopleScreen() {
  const t = useT();
  return (
    <Page title={t('nav.people')} lead={t('people.lead')}>
      <PanelTabs panels={panels} title={(name) => t(`people.${name}`)} />
    </Page>
  );
}
