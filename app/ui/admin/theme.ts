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
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Закрыть' } },
      styles: { closeButton: { pointerEvents: 'auto' } },
    },
  },
});

/** Surfaces, and greys where Mantine's lack contrast on them. In both schemes, as Mantine's own are: those would win over `variables`. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS });

/** Text colours of unfilled variants, with enough contrast on our surfaces. */
const WORDS = ['ink', 'hot', 'red', 'green'].map((name) => [
  `--mantine-color-${name}-light-color`,
  `light-dark(var(--mantine-color-${name}-7), var(--mantine-color-${name}-4))`,
]);

const COLOURS: Record<string, string> = {
  ...Object.fromEntries(WORDS),
  '--mantine-color-gray-light-color': 'var(--mantine-color-dimmed)',
  '--on-fill': 'light-dark(#ffffff, #1a1220)',
  '--mantine-primary-color-contrast': 'var(--on-fill)',
  '--mantine-color-body': 'light-dark(#faf7f4, #0c0913)',
  '--mantine-color-dimmed': 'light-dark(#655a60, #b3a8ab)',
  '--mantine-color-placeholder': 'light-dark(#75696f, #a1959b)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
  '--surface': 'light-dark(#ffffff, #17121f)',
  '--surface-sunken': 'light-dark(#f4efea, #0f0b17)',
  '--edge': 'light-dark(rgb(46 24 34 / 0.14), rgb(255 236 220 / 0.16))',
  '--edge-strong': 'light-dark(rgb(46 24 34 / 0.5), rgb(255 236 220 / 0.5))',
  '--accent': 'light-dark(#bd2f06, #ff8259)',
  '--accent-soft': 'light-dark(#fff1eb, #2e1a18)',
  '--good': 'light-dark(#14703f, #7fe0a8)',
  '--good-soft': 'light-dark(#e4f5ea, #14291f)',
  '--wait': 'light-dark(#7a4b00, #ffcf7a)',
  '--wait-soft': 'light-dark(#fff3d9, #2c2312)',
  '--bad': 'light-dark(#b3261e, #ff9c92)',
  '--bad-soft': 'light-dark(#fdeceb, #331518)',
};

/** Ten, the lightest first. */
function shades(colours: string): MantineColorsTuple {
  return colours.split(' ') as unknown as MantineColorsTuple;
}
