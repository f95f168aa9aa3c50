import { Tabs } from '@mantine/core';
import type { ComponentType } from 'react';
import classes from './panel-tabs.module.css';

/** A tab for each panel, the first one open; a panel exists only while it is shown. */
export function PanelTabs<Name extends string>({
  panels,
  title,
}: {
  panels: Readonly<Record<Name, ComponentType>>;
  title: (name: Name) => string;
}) {
  const names = Object.keys(panels) as Name[];
  return (
    <Tabs defaultValue={names[0] ?? null} keepMounted={false}>
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
