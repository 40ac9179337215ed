import { disc, group, n, type Point, type Random } from './scene.ts';

/** A joint: where it is and how thick the body is there. */
export type Joint = readonly [x: number, y: number, width: number];

/** An arm, a leg, a finger: a chain of joints drawn as one round, tapering shape. */
export function limb(...joints: Joint[]): string {
  const parts = joints.map(([x, y, width]) => disc(x, y, width / 2, ''));
  for (let index = 1; index < joints.length; index += 1) {
    const [from, to] = [joints[index - 1], joints[index]];
    if (from && to) parts.push(taper(from, to));
  }
  return parts.join('');
}

/** Where the four fingers point, in degrees off the middle, and how long they are. */
const FINGERS = [
  [-24, 1.02],
  [-8, 1.2],
  [7, 1.14],
  [22, 0.92],
] as const;

/** An open hand; `angle` is where the fingers point, in degrees. */
export function hand(x: number, y: number, size: number, angle: number, left: boolean): string {
  const fingers = FINGERS.map(([turn, length]) => {
    const [rootX, rootY] = away(angle + turn * 1.2, size * 0.42);
    const [tipX, tipY] = away(angle + turn, size * length);
    return limb([x + rootX, y + rootY, size * 0.25], [x + tipX, y + tipY, size * 0.17]);
  });
  const side = left ? 1 : -1;
  const [thumbX, thumbY] = away(angle + side * 62, size * 0.72);
  return (
    limb([x, y, size * 0.56], [x + away(angle, size * 0.34)[0], y + away(angle, size * 0.34)[1], size * 0.74]) +
    fingers.join('') +
    limb([x, y, size * 0.36], [x + thumbX, y + thumbY, size * 0.2])
  );
}

type Fan = { x: number; base: number; size: number; sway: number };

/** Somebody in the crowd seen from behind: head, shoulders, perhaps a raised arm. */
function fan(random: Random, { x, base, size, sway }: Fan, raised: number): string {
  const lean = random.between(-0.12, 0.12) * size + sway * size * 0.3;
  const [headX, headY] = [x + lean, base - size * 1.28];
  const parts = [
    `<ellipse cx="${n(headX)}" cy="${n(headY)}" rx="${n(size * 0.3)}" ry="${n(size * 0.38)}"/>`,
    limb([x, base - size * 0.8, size * 0.3], [headX, headY, size * 0.3]),
    `<path d="M${n(x - size * 0.95)} ${n(base + size * 1.6)}C${n(x - size * 0.95)} ${n(base - size * 0.6)} ${n(x - size * 0.6)} ${n(base - size * 0.72)} ${n(x - size * 0.16)} ${n(base - size * 0.86)}L${n(x + size * 0.16)} ${n(base - size * 0.86)}C${n(x + size * 0.6)} ${n(base - size * 0.72)} ${n(x + size * 0.95)} ${n(base - size * 0.6)} ${n(x + size * 0.95)} ${n(base + size * 1.6)}Z"/>`,
    hair(random, headX, headY, size),
  ];
  const first = random.chance(raised);
  const second = random.chance(raised * 0.45);
  const mirrored = random.chance(0.5) ? -1 : 1;
  const sides = [first ? -mirrored : 0, second ? mirrored : 0].filter((side) => side !== 0);
  for (const side of sides) parts.push(raisedArm(random, x, base, size, side, sway));
  return parts.join('');
}

/** Rows of people from far to near. Each row is one group that can be coloured and blurred. */
export function crowdRow(random: Random, base: number, size: number, raised: number, sway = 0): string {
  const parts: string[] = [];
  for (let x = -size; x < 1600 + size; x += size * random.between(1.25, 1.75)) {
    parts.push(
      fan(
        random,
        { x, base: base + random.between(-0.3, 0.3) * size, size: size * random.between(0.88, 1.12), sway },
        raised,
      ),
    );
  }
  return group('', ...parts);
}

function raisedArm(random: Random, x: number, base: number, size: number, side: number, sway: number): string {
  const shoulder: Joint = [x + side * size * 0.62, base - size * 0.5, size * 0.4];
  const open = random.between(0.15, 0.6);
  const elbow: Joint = [x + side * size * (0.78 + open * 0.5), base - size * random.between(1.15, 1.5), size * 0.3];
  const lift = random.between(0.95, 1.45);
  const wristX = elbow[0] + (side * random.between(-0.35, 0.3) + sway) * size;
  const wrist: Joint = [wristX, elbow[1] - size * lift, size * 0.19];
  const angle = (Math.atan2(wrist[1] - elbow[1], wrist[0] - elbow[0]) * 180) / Math.PI;
  const turned = angle + random.between(-14, 14);
  const gesture = random.whole(0, 9);
  const arm = limb(shoulder, elbow, wrist);
  if (gesture <= 1) return arm + limb(wrist, [wrist[0], wrist[1] - size * 0.18, size * 0.36]);
  if (gesture === 2)
    return arm + limb(wrist, [wrist[0], wrist[1] - size * 0.16, size * 0.32]) + horns(wrist[0], wrist[1], size);
  if (gesture === 3)
    return (
      arm + limb(wrist, [wrist[0], wrist[1] - size * 0.16, size * 0.32]) + slab(wrist[0], wrist[1] - size * 0.3, size)
    );
  return arm + hand(wrist[0], wrist[1] - size * 0.06, size * random.between(0.32, 0.4), turned, side < 0);
}

function horns(x: number, y: number, size: number): string {
  return [-0.12, 0.12]
    .map((shift) =>
      limb([x + shift * size, y - size * 0.2, size * 0.08], [x + shift * size * 1.3, y - size * 0.52, size * 0.06]),
    )
    .join('');
}

function slab(x: number, y: number, size: number): string {
  return `<rect x="${n(x - size * 0.17)}" y="${n(y - size * 0.3)}" width="${n(size * 0.34)}" height="${n(size * 0.58)}" rx="${n(size * 0.05)}"/>`;
}

function hair(random: Random, x: number, y: number, size: number): string {
  const kind = random.whole(0, 5);
  if (kind === 0) return disc(x, y - size * 0.44, size * 0.17, '');
  if (kind === 1) return limb([x, y - size * 0.1, size * 0.7], [x, y + size * 0.5, size * 0.66]);
  if (kind === 2) {
    const curls: string[] = [];
    for (let turn = 150; turn <= 390; turn += 30) {
      const [dx, dy] = away(turn, size * 0.34);
      curls.push(disc(x + dx, y + dy * 1.1, size * 0.14, ''));
    }
    return curls.join('');
  }
  if (kind === 3)
    return limb(
      [x + size * 0.1, y - size * 0.3, size * 0.2],
      [x + size * 0.34, y + size * 0.1, size * 0.16],
      [x + size * 0.3, y + size * 0.5, size * 0.06],
    );
  return '';
}

function taper(from: Joint, to: Joint): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const edge = ([x, y, width]: Joint, side: number) =>
    `${n(x - (sin * width * side) / 2)} ${n(y + (cos * width * side) / 2)}`;
  return `<path d="M${edge(from, 1)}L${edge(to, 1)}L${edge(to, -1)}L${edge(from, -1)}Z"/>`;
}

function away(degrees: number, length: number): Point {
  return [Math.cos((degrees * Math.PI) / 180) * length, Math.sin((degrees * Math.PI) / 180) * length];
}
