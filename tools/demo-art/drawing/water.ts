import { box, group, type Sheet } from './scene.ts';

/** How the water moves: noise across and down (the larger, the finer), how far it throws the light, how it smears it. */
export type Ripple = { noise: string; scale: number; blur: string; power: number };

/** What stands above the level, once more upside down in moving water below it. */
export function reflection(sheet: Sheet, level: number, above: string, { noise, scale, blur, power }: Ripple): string {
  const ripple = sheet.filter(
    `<feTurbulence type="turbulence" baseFrequency="${noise}" numOctaves="2" seed="4" result="water"/>` +
      `<feDisplacementMap in="SourceGraphic" in2="water" scale="${scale}" xChannelSelector="R" yChannelSelector="G" result="moved"/>` +
      `<feGaussianBlur in="moved" stdDeviation="${blur}"/>`,
  );
  const below = sheet.clip(box(-200, level + 1, 2000, 400, ''));
  const turned = group(`transform="translate(0 ${level * 2}) scale(1 -1)"`, above);
  return group(`clip-path="${below}"`, group(`filter="${ripple}" opacity="${power}"`, turned));
}
