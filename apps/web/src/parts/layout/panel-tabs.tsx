import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import classes from './panel-tabs.module.css';
import { openTab } from './tab-search.ts';

/** A tab for each panel; the open one is in the address, and a panel exists only while it is shown. */
export function PanelTabs<Name extends string>({
  panels,
  title,
}: {
  panels: Readonly<Record<Name, ComponentType>>;
  title: (name: Name) => string;
}) {
  const names = Object.keys(panels) as Name[];
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Tabs
      value={openTab(names, tab) ?? null}
      onChange={(next) =>
        next !== null && void navigate({ to: '.', search: { tab: next }, replace: true, resetScroll: false })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md" className={classes.tabs}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {title(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => {
        const Panel: ComponentType = panels[name];
        return (
          <Tabs.Panel key={name} value={name}>
            <Panel />
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
