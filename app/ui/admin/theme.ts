import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

// Mantine uses shade 7 in the light scheme and 4 in the dark one; the next shade is for hover.
/** Primary colour: red stays for warnings. */
const ink = shades('#f4efea #eae3dc #dcd3cb #c9bfb6 #f7f0e8 #dcd1c8 #5f5259 #1a1220 #3b2f42 #0c0913');
const hot = shades('#fff1eb #ffe2d6 #ffc4ae #ffa384 #ff8259 #ff9a78 #dd420f #bd2f06 #972404 #701a02');
const red = shades('#fdeceb #fbd6d3 #f5b0aa #ffc1bb #ff9c92 #ffb3ab #d0372d #b3261e #8f1d17 #6d130e');
const green = shades('#e4f5ea #c8ead5 #9fd9b5 #a5ebc3 #7fe0a8 #9ce8bd #1e8a51 #14703f #0e5730 #083d21');
const dark = shades('#e9e2dd #c9bfc0 #a89da3 #776c78 #564b5b #3c3344 #2c2434 #1c1625 #130e1b #0c0913');
const gray = shades('#faf7f4 #f4efea #eae3dc #dcd3cb #c9bfb6 #a89d96 #80756f #5f5259 #3a303b #1a1220');

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 4 },
  // Fills are dark in the light scheme and vice versa, so their text colour depends on the scheme.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && { color: 'var(--on-fill)' }),
  }),
  colors: { ink, hot, red, green, dark, gray },
  black: '#1a1220',
  fontFamily: 'var(--reading)',
  fontFamilyMonospace: 'var(--mono)',
  headings: {
    fontFamily: 'var(--display)',
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'clamp(1.25rem, 1.05rem + 0.9vw, 1.75rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    // With less motion Mantine leaves out the transform that centres it.
    Button: { defaultProps: { size: 'md' }, styles: { loader: { transform: 'translate(-50%, -50%)' } } },
    // Mantine turns the placeholder of an invalid input red.
    Input: { styles: { input: { '--input-placeholder-color': 'var(--mantine-color-placeholder)' } } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md', visibilityToggleButtonProps: { 'aria-label': 'Показать пароль' } } },
    Textarea: { defaultProps: { size: 'md' } },
    // Otherwise an empty element, unnamed for screen readers, gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md', color: 'green' } },
    Checkbox: { defaultProps: { iconColor: 'var(--on-fill)' } },
    // Mantine fades the label's colour even where motion is reduced.
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    // Mantine's default is uppercase and smaller than the text beside it.
    Badge: { defaultProps: { size: 'lg', tt: 'none', lts: 0, fw: 600, radius: 'md' } },
    Alert: { defaultProps: { closeButtonLabel: 'Закрыть' }, styles: { closeButton: { '--cb-size': '1.75rem' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Закрыть' }, style: { pointerEvents: 'auto' } } },
  },
});

/** Surfaces, and greys where Mantine's lack contrast on them. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...wordsIn(7),
    '--on-fill': '#ffffff',
    '--mantine-primary-color-contrast': '#ffffff',
    '--mantine-color-body': '#faf7f4',
    '--mantine-color-dimmed': '#655a60',
    '--mantine-color-placeholder': '#75696f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#bd2f06',
    '--surface': '#ffffff',
    '--surface-sunken': '#f4efea',
    '--edge': 'rgb(46 24 34 / 0.14)',
    '--edge-strong': 'rgb(46 24 34 / 0.5)',
    '--accent': '#bd2f06',
    '--accent-soft': '#fff1eb',
    '--good': '#14703f',
    '--good-soft': '#e4f5ea',
    '--wait': '#7a4b00',
    '--wait-soft': '#fff3d9',
    '--bad': '#b3261e',
    '--bad-soft': '#fdeceb',
  },
  dark: {
    ...wordsIn(4),
    '--on-fill': '#1a1220',
    '--mantine-primary-color-contrast': '#1a1220',
    '--mantine-color-body': '#0c0913',
    '--mantine-color-dimmed': '#b3a8ab',
    '--mantine-color-placeholder': '#a1959b',
    '--mantine-color-error': '#ff9c92',
    '--mantine-color-anchor': '#ff8259',
    '--surface': '#17121f',
    '--surface-sunken': '#0f0b17',
    '--edge': 'rgb(255 236 220 / 0.16)',
    '--edge-strong': 'rgb(255 236 220 / 0.5)',
    '--accent': '#ff8259',
    '--accent-soft': '#2e1a18',
    '--good': '#7fe0a8',
    '--good-soft': '#14291f',
    '--wait': '#ffcf7a',
    '--wait-soft': '#2c2312',
    '--bad': '#ff9c92',
    '--bad-soft': '#331518',
  },
});

/** Text colours of unfilled variants, with enough contrast on our surfaces. */
function wordsIn(shade: 4 | 7): Record<string, string> {
  const colours = ['ink', 'hot', 'red', 'green'].map((name) => [
    `--mantine-color-${name}-light-color`,
    `var(--mantine-color-${name}-${shade})`,
  ]);
  return { ...Object.fromEntries(colours), '--mantine-color-gray-light-color': 'var(--mantine-color-dimmed)' };
}

/** Ten, the lightest first. */
function shades(colours: string): MantineColorsTuple {
  return colours.split(' ') as unknown as MantineColorsTuple;
}
