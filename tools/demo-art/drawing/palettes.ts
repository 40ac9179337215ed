/** Colours of one picture, from the darkest to the light itself. */
export type Palette = {
  night: string;
  deep: string;
  main: string;
  second: string;
  hot: string;
  pale: string;
};

export const palettes = {
  ember: palette('#0a0406', '#2a0a14', '#ff4d2e', '#b3124e', '#ffb347', '#fff0d6'),
  violet: palette('#06040f', '#1a0f3d', '#8b3dff', '#2747ff', '#ff4fd8', '#f3e6ff'),
  ocean: palette('#020810', '#06263f', '#1aa7ff', '#0b4fd6', '#4dffe1', '#e2fbff'),
  rose: palette('#0b0309', '#340d2a', '#ff3d7f', '#7a1fd1', '#ff9d6b', '#ffe9ee'),
  gold: palette('#0b0702', '#33200a', '#ffae2b', '#d1530f', '#ffe08a', '#fff8e3'),
  emerald: palette('#020a08', '#06302a', '#16d493', '#0a7fa8', '#d8ff5e', '#edfff6'),
  ice: palette('#04080f', '#102a4a', '#7cc7ff', '#4468ff', '#ffffff', '#f2f9ff'),
  sunset: palette('#0c0410', '#3a0f3f', '#ff5a5f', '#6c2bd9', '#ffc24b', '#fff1dc'),
  neon: palette('#05030f', '#150a3a', '#ff2bd6', '#00c2ff', '#faff5c', '#ffffff'),
  cherry: palette('#0a0203', '#3a060d', '#e3172d', '#8e0b3f', '#ff8a5c', '#ffeae0'),
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

export const paletteNames = Object.keys(palettes) as PaletteName[];

function palette(night: string, deep: string, main: string, second: string, hot: string, pale: string): Palette {
  return { night, deep, main, second, hot, pale };
}
