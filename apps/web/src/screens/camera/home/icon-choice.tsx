import { type BadgeIcon, badgeIconGroups } from '@holdfast/domain';
import { Button, Popover, ScrollArea, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { glyphOf } from '../../../badges/badge-glyphs.ts';
import { defaultIcons } from '../../../badges/badge-look.ts';
import { useT } from '../../../i18n/i18n.tsx';
import type { DraftLink } from './home-edit.ts';
import classes from './icon-choice.module.css';

const groups = Object.keys(badgeIconGroups) as (keyof typeof badgeIconGroups)[];

interface IconChoiceProps {
  link: DraftLink;
  value: string | null;
  onChange: (icon: BadgeIcon | null) => void;
}

/** The icon of a badge, from the curated set; by default that of the device class and state. */
export function IconChoice({ link, value, onChange }: IconChoiceProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const choose = (icon: BadgeIcon | null) => {
    onChange(icon);
    setOpen(false);
  };
  const all: readonly string[] = groups.flatMap((group) => [...badgeIconGroups[group]]);
  const chosen = value !== null && all.includes(value) ? (value as BadgeIcon) : undefined;
  const Shown = glyphOf(chosen ?? defaultIcons(link)?.on);
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        {t('home.icon')}
      </Text>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        width={340}
        trapFocus
        returnFocus
        withArrow
        shadow="md"
        position="top-start"
      >
        <Popover.Target>
          <Button variant="default" leftSection={<Shown size={18} />} onClick={() => setOpen(!isOpen)}>
            {chosen === undefined ? t('home.iconOfClass') : t(`badgeIcon.${chosen}`)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('home.icon')}>
          <Button size="xs" variant="light" mb="xs" onClick={() => choose(null)}>
            {t('home.iconOfClass')}
          </Button>
          <ScrollArea.Autosize mah={300} viewportProps={{ tabIndex: 0, 'aria-label': t('home.icon') }}>
            {groups.map((group) => (
              <fieldset key={group} className={classes.group}>
                <legend>{t(`iconGroup.${group}`)}</legend>
                <div className={classes.grid}>
                  {badgeIconGroups[group].map((icon) => {
                    const Glyph = glyphOf(icon);
                    return (
                      <Tooltip key={icon} label={t(`badgeIcon.${icon}`)}>
                        <UnstyledButton
                          className={classes.icon}
                          aria-label={t(`badgeIcon.${icon}`)}
                          aria-pressed={icon === chosen}
                          onClick={() => choose(icon)}
                        >
                          <Glyph size={22} />
                        </UnstyledButton>
                      </Tooltip>
                    );
                  })}
                </div>
              </fieldset>
            ))}
          </ScrollArea.Autosize>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
