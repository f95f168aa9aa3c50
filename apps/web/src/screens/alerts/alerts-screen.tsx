import { Tabs } from '@mantine/core';
import { useT } from '../../i18n/i18n.tsx';
import { Page } from '../../parts/page.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SnoozeAll } from './snooze-all.tsx';

const panels = { channels: ChannelsPanel, rules: RulesPanel, log: LogPanel };
const names = Object.keys(panels) as (keyof typeof panels)[];

/** Who is told about what happens to the system, and when. */
export function AlertsScreen() {
  const t = useT();
  return (
    <Page title={t('nav.alerts')} lead={t('alerts.lead')} actions={<SnoozeAll />}>
      <Tabs defaultValue="channels" keepMounted={false}>
        <Tabs.List mb="md">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`alertTab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const Panel = panels[name];
          return (
            <Tabs.Panel key={name} value={name}>
              <Panel />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
