import { ColorInput, SegmentedControl, SimpleGrid, Slider, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { BadgePlacement } from '../../../api/queries.ts';
import { nameOf } from '../../../badges/badge-look.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { DraftLink } from './home-edit.ts';
import { IconChoice } from './icon-choice.tsx';

const shapes = ['dot', 'pill'] as const;
const switches = ['outline', 'overlay_show_state', 'overlay_show_age'] as const;
const MIN_SIZE = 0.5;
const MAX_SIZE = 4;
const MIN_OPACITY = 0.05;

interface BadgeStyleProps {
  link: DraftLink;
  onEdit: (change: Partial<DraftLink>) => void;
}

/** Name and look of one badge. */
export function BadgeStyle({ link, onEdit }: BadgeStyleProps) {
  const { t, format } = useI18n();
  const { placement } = link;
  if (placement === null) return null;
  const set = (change: Partial<BadgePlacement>) => onEdit({ placement: { ...placement, ...change } });
  return (
    <Stack gap="md" role="group" aria-label={t('home.styleOf', { name: nameOf(link).slice(0, 100) })}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('home.label')}
          placeholder={nameOf({ ...link, label: '' })}
          value={link.label}
          onChange={(event) => onEdit({ label: event.currentTarget.value })}
          maxLength={100}
        />
        <Stack gap={6}>
          <Text size="sm" fw={500}>
            {t('home.shape')}
          </Text>
          <SegmentedControl
            aria-label={t('home.shape')}
            data={shapes.map((shape) => ({ value: shape, label: t(`shape.${shape}`) }))}
            value={placement.shape}
            onChange={(shape) => set({ shape })}
          />
        </Stack>
        <Amount
          label={t('home.size')}
          text={`${format.number(placement.size)}×`}
          range={[MIN_SIZE, MAX_SIZE]}
          step={0.1}
          value={placement.size}
          onChange={(size) => set({ size })}
        />
        <Amount
          label={t('home.opacity')}
          text={format.percent(placement.opacity)}
          range={[MIN_OPACITY, 1]}
          step={0.05}
          value={placement.opacity}
          onChange={(opacity) => set({ opacity })}
        />
        <Color
          label={t('home.color')}
          value={placement.overlay_color}
          onChange={(overlay_color) => set({ overlay_color })}
        />
        <Color
          label={t('home.background')}
          value={placement.background_color}
          onChange={(background_color) => set({ background_color })}
        />
      </SimpleGrid>
      <IconChoice link={link} value={placement.overlay_icon} onChange={(overlay_icon) => set({ overlay_icon })} />
      {switches.map((name) => (
        <Switch
          key={name}
          label={t(`badgeSwitch.${name}`)}
          checked={placement[name]}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}

interface AmountProps {
  label: string;
  text: string;
  range: readonly [min: number, max: number];
  step: number;
  value: number;
  onChange: (value: number) => void;
}

const Amount = ({ label, text, range: [min, max], step, value, onChange }: AmountProps) => (
  <div>
    <Text size="sm" fw={500}>
      {`${label}: ${text}`}
    </Text>
    <Slider
      thumbLabel={label}
      thumbValueText={text}
      min={min}
      max={max}
      step={step}
      label={null}
      value={Math.min(max, Math.max(min, value))}
      onChange={(next) => onChange(Math.round(next * 100) / 100)}
    />
  </div>
);

interface ColorProps {
  label: string;
  value: string | null;
  onChange: (color: string | null) => void;
}

const COLOR = /^#[0-9a-f]{6}$/i;

/** Empty is the colour of the state. */
function Color({ label, value, onChange }: ColorProps) {
  const { t } = useI18n();
  return (
    <ColorInput
      label={label}
      placeholder={t('home.colorOfState')}
      value={value ?? ''}
      onChange={(text) => (text === '' ? onChange(null) : COLOR.test(text) && onChange(text.toLowerCase()))}
      format="hex"
      swatches={['#ffb84d', '#ff6b5e', '#3ecf8e', '#6fc3cb', '#5b8def', '#c4a5ff', '#ffffff', '#0a1216']}
      swatchesPerRow={8}
      eyeDropperButtonProps={{ 'aria-label': t('home.eyeDropper') }}
    />
  );
}
