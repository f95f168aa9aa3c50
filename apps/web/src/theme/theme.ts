import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The brand colour: calm next to pictures, dark enough for white text. */
const tide: MantineColorsTuple = [
  '#e6f6f7',
  '#cfeaec',
  '#a0d5da',
  '#6fc3cb',
  '#46aeb8',
  '#23929d',
  '#147682',
  '#0f6873',
  '#0b5660',
  '#07424a',
];

/** Slate instead of pure grey: a dark background for video without a visible tint. */
const dark: MantineColorsTuple = [
  '#e4eaee',
  '#bcc7d0',
  '#9aa8b4',
  '#6f7e8b',
  '#42505c',
  '#2c3740',
  '#1c242b',
  '#12181d',
  '#0d1216',
  '#080b0e',
];

export const theme = createTheme({
  primaryColor: 'tide',
  primaryShade: { light: 7, dark: 6 },
  colors: { tide, dark },
  fontFamily: "Roboto, system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    // Mantine's placeholder for the initial focus is not a menu item, which breaks screen readers; the first item gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Not blurred: behind it there may be a wall of moving pictures, each of which would be blurred anew.
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.55 } } },
    NumberInput: { defaultProps: { hideControls: true, allowNegative: false } },
  },
});

/** Mantine's dimmed text fails WCAG AA on our backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f4f6f7',
    '--mantine-color-text': '#17212a',
    '--mantine-color-dimmed': '#505e69',
    '--mantine-color-placeholder': '#66737e',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#cfd7dd',
  },
  dark: {
    '--mantine-color-body': '#12181d',
    '--mantine-color-text': '#e4eaee',
    '--mantine-color-dimmed': '#9fadb8',
    '--mantine-color-placeholder': '#8593a0',
    '--mantine-color-error': '#ff9d90',
    '--mantine-color-default-border': '#36434e',
    '--mantine-color-disabled': '#2a353e',
    '--mantine-color-disabled-color': '#8b99a5',
    '--mantine-color-disabled-border': '#45535f',
    '--mantine-color-tide-light': 'rgb(70 174 184 / 16%)',
    '--mantine-color-tide-light-hover': 'rgb(70 174 184 / 26%)',
    '--mantine-color-tide-light-color': '#a0d5da',
  },
});
