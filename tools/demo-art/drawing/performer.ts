import { hand, limb } from './people.ts';
import { group, type Point, type Sheet, smooth } from './scene.ts';

export type Pose = 'reach' | 'wide' | 'stand' | 'whisper';

export const poseNames = ['reach', 'wide', 'stand', 'whisper'] as const satisfies readonly Pose[];

/** A singer in profile, feet at 0 0, about 1000 units tall, to be shown dark against light. */
export function performer(sheet: Sheet, pose: Pose): string {
  const melt = sheet.filter(
    '<feGaussianBlur stdDeviation="7"/><feComponentTransfer><feFuncA type="linear" slope="10" intercept="-4.6"/></feComponentTransfer>',
    true,
  );
  const { flesh, sharp } = poses[pose]();
  return group(`filter="${melt}"`, ...flesh) + sharp.join('');
}

const poses: Record<Pose, () => { flesh: string[]; sharp: string[] }> = {
  reach: () => ({
    flesh: [
      head(12, -902, -14),
      limb([-8, -752, 150], [-6, -640, 118], [-2, -590, 104], [0, -500, 150]),
      ...singingArm(48, -748),
      limb([-62, -752, 62], [-140, -884, 48], [-186, -1040, 34]),
      shape('-72 -540, 70 -540, 104 -400, 150 -180, 190 -8, 80 10, -60 2, -190 14, -330 0, -200 -150, -120 -330'),
      shape('20 -972, -34 -962, -62 -900, -74 -820, -128 -744, -150 -690, -84 -720, -30 -800, -10 -880'),
    ],
    sharp: [hand(-188, -1046, 58, 250, true), ...microphone(148, -800, 88, -872)],
  }),
  wide: () => ({
    flesh: [
      head(10, -906, -20),
      limb([-6, -756, 164], [-4, -640, 140], [0, -560, 124], [0, -480, 136]),
      ...singingArm(58, -752),
      limb([-70, -756, 64], [-200, -700, 52], [-330, -780, 36]),
      limb([-30, -480, 110], [-70, -260, 78], [-108, -24, 48]),
      limb([30, -480, 110], [74, -260, 76], [70, -24, 48]),
      limb([-108, -10, 40], [-64, 0, 26]),
      limb([70, -10, 40], [122, 0, 26]),
      shape('-88 -790, 70 -790, 84 -640, 74 -520, 96 -400, 0 -430, -90 -360, -210 -300, -130 -470, -104 -640'),
      shape('44 -968, 0 -988, -50 -962, -62 -900, -40 -862, -10 -900, 20 -944'),
    ],
    sharp: [hand(-334, -784, 56, 214, true), ...microphone(158, -804, 96, -880)],
  }),
  stand: () => ({
    flesh: [
      head(16, -900, 4),
      limb([-8, -752, 156], [-8, -640, 130], [-4, -560, 112], [0, -480, 136]),
      limb([40, -748, 60], [84, -640, 46], [150, -716, 34], [162, -736, 44]),
      limb([-50, -748, 62], [-40, -610, 50], [120, -640, 36], [150, -652, 44]),
      limb([-34, -480, 104], [-80, -250, 76], [-104, -20, 48]),
      limb([34, -480, 104], [60, -250, 74], [56, -20, 48]),
      limb([-104, -10, 40], [-58, 0, 26]),
      limb([56, -10, 40], [108, 0, 26]),
      shape('-84 -790, 64 -790, 76 -640, 80 -500, 84 -440, 0 -420, -100 -420, -104 -560'),
      shape('64 -960, 10 -986, -46 -960, -58 -890, -48 -840, -30 -850, -20 -900, 30 -942'),
    ],
    sharp: [
      limb([156, -30, 10], [156, -820, 10]),
      limb([80, -2, 12], [156, -34, 12], [232, -2, 12]),
      limb([156, -820, 14], [110, -868, 24]),
      limb([112, -866, 34], [98, -880, 38]),
    ],
  }),
  whisper: () => ({
    flesh: [
      head(18, -896, 12),
      limb([-8, -750, 146], [-6, -640, 118], [-2, -590, 104], [0, -500, 146]),
      ...singingArm(46, -744, 6),
      limb([-58, -748, 58], [-110, -620, 44], [-96, -470, 32]),
      shape('-74 -540, 70 -540, 96 -380, 116 -180, 126 -6, 30 8, -70 4, -150 -4, -126 -180, -104 -380'),
      shape(
        '56 -956, 6 -976, -48 -952, -72 -880, -84 -760, -112 -640, -104 -560, -58 -640, -30 -760, -14 -860, 20 -930',
      ),
    ],
    sharp: [hand(-94, -462, 50, 86, true), ...microphone(150, -790, 96, -862)],
  }),
};

function head(x: number, y: number, tilt: number): string {
  return (
    `<g transform="rotate(${tilt} ${x} ${y})"><ellipse cx="${x}" cy="${y}" rx="52" ry="65"/>` +
    `<path d="M${x + 30} ${y - 50}L${x + 58} ${y - 22}L${x + 76} ${y + 12}L${x + 62} ${y + 20}L${x + 64} ${y + 44}L${x + 46} ${y + 72}L${x} ${y + 76}Z"/></g>` +
    limb([x - 12, y + 20, 66], [x - 24, y + 100, 54], [x - 30, y + 160, 100])
  );
}

/** The arm that holds the microphone: elbow forward and down, forearm up, daylight between arm and body. */
function singingArm(x: number, y: number, lower = 0): string[] {
  return [
    limb([x, y, 62], [x + 92, y + 128, 46], [x + 108, y - 30 + lower, 34]),
    limb([x + 108, y - 34 + lower, 40], [x + 96, y - 66 + lower, 46]),
  ];
}

function microphone(x: number, y: number, tipX: number, tipY: number): string[] {
  return [limb([x, y, 15], [tipX + 14, tipY + 16, 24]), limb([tipX + 12, tipY + 14, 38], [tipX, tipY, 40])];
}

/** A closed soft outline through points written as `x y, x y, …`. */
function shape(points: string): string {
  const corners = points.split(', ').map((corner): Point => {
    const [x = 0, y = 0] = corner.split(' ').map(Number);
    return [x, y];
  });
  return `<path d="${smooth([...corners, ...corners.slice(0, 1)])}Z"/>`;
}
