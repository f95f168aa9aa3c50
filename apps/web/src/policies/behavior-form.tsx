import type { WireBehavior } from '@holdfast/contract';
import { NumberInput, Radio, SegmentedControl, Select, SimpleGrid, Slider, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../api/queries.ts';
import { features } from '../features.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Card } from '../parts/layout/card.tsx';
import classes from '../parts/parts.module.css';
import { BytesInput, HoursInput } from './amount-inputs.tsx';
import { invalidColumns } from './preview-camera-edit.ts';
import { WeekGrid } from './week-grid.tsx';

export interface BehaviorFormProps {
  value: WireBehavior;
  onChange: (part: Partial<WireBehavior>) => void;
  /** Estimated retention, shown next to the limits. */
  outlook?: ReactNode;
}

const modes = ['continuous', 'motion', 'off'] as const;
const offeredModes = (current: WireBehavior['mode']) =>
  modes.filter((mode) => mode !== 'motion' || features.motion || current === 'motion');
/** About a person of 15 % of the picture's height. */
const DEFAULT_THRESHOLD = 0.003;
const streams = ['main', 'sub', 'both'] as const;

/** All settings of a recording policy, for a policy and for a single camera. */
export const BehaviorForm = (props: BehaviorFormProps) => (
  <>
    <WhatIsRecorded {...props} />
    <HowLong {...props} />
    {props.value.mode === 'motion' && <Motion {...props} />}
    <Archive {...props} />
  </>
);

function WhatIsRecorded({ value, onChange }: BehaviorFormProps) {
  const { t } = useI18n();
  return (
    <Card title={t('policy.what')}>
      <Radio.Group
        label={t('policy.mode')}
        value={value.mode}
        onChange={(mode) => onChange({ mode: mode as WireBehavior['mode'] })}
      >
        <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs">
          {offeredModes(value.mode).map((mode) => (
            <Radio.Card key={mode} value={mode} className={classes.choice} radius="md">
              <Radio.Indicator mb="xs" />
              <Text fw={500}>{t(`mode.${mode}`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`modeHint.${mode}`)}
              </Text>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Stack gap={4}>
          <Text size="sm" fw={500} id="record-stream">
            {t('policy.stream')}
          </Text>
          <SegmentedControl
            aria-labelledby="record-stream"
            data={streams.map((stream) => ({ value: stream, label: t(`stream.${stream}`) }))}
            value={value.record_stream}
            onChange={(stream) => onChange({ record_stream: stream as WireBehavior['record_stream'] })}
          />
        </Stack>
        <Switch
          label={t('policy.audio')}
          description={t('policy.audioHint')}
          checked={value.record_audio}
          onChange={(event) => onChange({ record_audio: event.currentTarget.checked })}
        />
      </SimpleGrid>
      <div>
        <Text size="sm" fw={500} mb={6}>
          {t('policy.schedule')}
        </Text>
        <WeekGrid value={value.schedule} onChange={(schedule) => onChange({ schedule })} />
      </div>
    </Card>
  );
}

function StorageSelect(props: {
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
}) {
  const { format } = useI18n();
  const storages = useQuery(queries.storages);
  return (
    <Select
      label={props.label}
      data={(storages.data ?? []).map(({ id, name, free_bytes }) => ({
        value: id,
        label: free_bytes === null ? name : `${name} (${format.bytes(free_bytes)})`,
      }))}
      value={props.value}
      onChange={props.onChange}
      allowDeselect={false}
      error={props.error}
    />
  );
}

function HowLong({ value, onChange, outlook }: BehaviorFormProps) {
  const { t } = useI18n();
  return (
    <Card title={t('policy.howLong')} lead={t('policy.howLongLead')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <StorageSelect
          label={t('policy.liveStorage')}
          value={value.live_storage_id}
          onChange={(id) => id !== null && onChange({ live_storage_id: id })}
        />
        <HoursInput
          label={t('policy.keep')}
          value={value.live_retention_hours}
          onChange={(hours) => hours !== null && onChange({ live_retention_hours: hours })}
        />
        <BytesInput
          label={t('policy.budget')}
          value={value.live_max_bytes}
          onChange={(live_max_bytes) => onChange({ live_max_bytes })}
        />
        <BytesInput
          label={t('policy.minFree')}
          value={value.min_free_bytes}
          onChange={(min_free_bytes) => onChange({ min_free_bytes })}
        />
        <NumberInput
          label={t('policy.maxDays')}
          description={t('policy.maxDaysHint')}
          placeholder={t('policy.noLimit')}
          value={value.max_retention_days ?? ''}
          onChange={(days) => onChange({ max_retention_days: typeof days === 'number' && days >= 1 ? days : null })}
          max={36_500}
          allowDecimal={false}
        />
      </SimpleGrid>
      {outlook}
    </Card>
  );
}

function Motion({ value, onChange }: BehaviorFormProps) {
  const { t, format } = useI18n();
  const seconds = (typed: number | string, most: number) => Math.min(most, Math.max(0, Math.round(Number(typed) || 0)));
  return (
    <Card title={t('policy.motion')} lead={t('policy.motionLead')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label={t('policy.before')}
          suffix=" s"
          value={value.motion_pre_seconds}
          onChange={(typed) => onChange({ motion_pre_seconds: seconds(typed, 60) })}
          max={60}
          allowDecimal={false}
        />
        <NumberInput
          label={t('policy.after')}
          suffix=" s"
          value={value.motion_post_seconds}
          onChange={(typed) => onChange({ motion_post_seconds: seconds(typed, 600) })}
          max={600}
          allowDecimal={false}
        />
        <Switch
          label={t('policy.dynamic')}
          description={t('policy.dynamicHint')}
          checked={value.motion_sensitivity === 'dynamic'}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              checked
                ? { motion_sensitivity: 'dynamic', motion_threshold: null }
                : { motion_sensitivity: 'manual', motion_threshold: value.motion_threshold ?? DEFAULT_THRESHOLD },
            )
          }
        />
        {value.motion_sensitivity === 'manual' && (
          <div>
            <Text size="sm" fw={500}>
              {t('policy.threshold', { share: format.number((value.motion_threshold ?? 0) * 100) })}
            </Text>
            <Slider
              thumbLabel={t('policy.thresholdLabel')}
              min={0.001}
              max={0.3}
              step={0.001}
              label={null}
              value={value.motion_threshold ?? DEFAULT_THRESHOLD}
              onChange={(motion_threshold) => onChange({ motion_threshold })}
            />
          </div>
        )}
      </SimpleGrid>
    </Card>
  );
}

function Archive({ value, onChange }: BehaviorFormProps) {
  const { t } = useI18n();
  const missing = invalidColumns(value);
  const needed = (column: (typeof missing)[number]) => (missing.includes(column) ? t('policy.needed') : undefined);
  return (
    <Card
      title={t('policy.archive')}
      lead={t('policy.archiveLead')}
      aside={
        <Switch
          aria-label={t('policy.archive')}
          checked={value.archive_enabled}
          onChange={(event) => onChange({ archive_enabled: event.currentTarget.checked })}
        />
      }
    >
      {value.archive_enabled && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <StorageSelect
            label={t('policy.archiveStorage')}
            value={value.archive_storage_id}
            onChange={(archive_storage_id) => onChange({ archive_storage_id })}
            error={needed('archiveStorageId')}
          />
          <HoursInput
            label={t('policy.archiveAfter')}
            value={value.archive_after_hours}
            onChange={(archive_after_hours) => onChange({ archive_after_hours })}
            error={needed('archiveAfterHours')}
          />
          <HoursInput
            label={t('policy.archiveKeep')}
            placeholder={t('policy.noLimit')}
            value={value.archive_retention_hours}
            onChange={(archive_retention_hours) => onChange({ archive_retention_hours })}
          />
          <BytesInput
            label={t('policy.archiveBudget')}
            value={value.archive_max_bytes}
            onChange={(archive_max_bytes) => onChange({ archive_max_bytes })}
          />
        </SimpleGrid>
      )}
    </Card>
  );
}
