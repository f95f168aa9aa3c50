import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { PanelTabs } from '../../parts/layout/panel-tabs.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SnoozeAll } from './snooze-all.tsx';

const panels = { channels: ChannelsPanel, rules: RulesPanel, log: LogPanel };

/** Alert channels, rules and the delivery log. */
export function AlertsScreen() {
  const t = useT();
  return (
    <Page title={t('nav.alerts')} lead={t('alerts.lead')} actions={<SnoozeAll />}>
      <PanelTabs panels={panels} title={(name) => t(`alertTab.${name}`)} />
    </Page>
  );
}
