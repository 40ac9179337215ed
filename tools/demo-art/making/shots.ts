import { develop } from '../drawing/finish.ts';
import { createSheet, type PaletteName, palettes, seeded, WIDTH } from '../drawing/scene.ts';
import { type SceneName, scenes } from '../drawing/scenes.ts';
import { kickPlays } from './music.ts';
import { BEAT, LENGTH } from './track.ts';

export const FRAMES_PER_SECOND = 25;
export const FRAME = { width: 640, height: 360 };

/** One setting of the camera: from this second on, drawing closer to or away from a point (share of width and height). */
type Shot = {
  from: number;
  scene: SceneName;
  palette: PaletteName;
  name: string;
  zoom: readonly [number, number];
  towards: readonly [number, number];
};

/** Cuts fall on bars and on whole segments of four seconds. */
const SHOTS: readonly Shot[] = [
  { from: 0, scene: 'city', palette: 'sunset', name: 'night-river', zoom: [1, 1.28], towards: [0.5, 0.62] },
  { from: 8, scene: 'rigging', palette: 'violet', name: 'under-the-grid', zoom: [1.2, 1], towards: [0.5, 0.4] },
  { from: 12, scene: 'arena', palette: 'ember', name: 'grand-stage', zoom: [1, 1.3], towards: [0.5, 0.66] },
  { from: 20, scene: 'equaliser', palette: 'neon', name: 'signal', zoom: [1.22, 1], towards: [0.38, 0.62] },
  { from: 28, scene: 'waves', palette: 'ocean', name: 'twenty-one-voices', zoom: [1, 1.16], towards: [0.45, 0.5] },
  { from: 36, scene: 'singer', palette: 'sunset', name: 'voice', zoom: [1.5, 1.08], towards: [0.58, 0.36] },
  { from: 40, scene: 'confetti', palette: 'gold', name: 'first-semifinal', zoom: [1, 1.18], towards: [0.5, 0.6] },
];

/** One picture of the film as 640 × 360 RGB pixels; `bands` is the loudness of the sound at that moment. */
export async function drawFrame(frame: number, bands: readonly number[]): Promise<Buffer> {
  const second = frame / FRAMES_PER_SECOND;
  const index = SHOTS.findLastIndex((shot) => shot.from <= second);
  const shot = SHOTS[index];
  if (!shot) throw new Error(`no shot at second ${second}`);
  const until = SHOTS[index + 1]?.from ?? LENGTH;
  const sheet = createSheet();
  const pulse = kickPlays(second) ? Math.exp(-(second % BEAT) * 7) : 0;
  scenes[shot.scene](sheet, seeded(shot.name), palettes[shot.palette], { time: second - shot.from, pulse, bands });
  const svg = sheet.svg(FRAME.width, FRAME.height, view(shot, (second - shot.from) / (until - shot.from)));
  const picture = await develop(svg, FRAME.width, FRAME.height, 0);
  const light = Math.max(0, Math.min(1, (second + 0.04) / 0.9, (LENGTH - second - 0.04) / 1.2)) * (0.92 + pulse * 0.12);
  return picture.linear(light, 0).raw().toBuffer();
}

/** The part of the picture that is seen after this share of the shot; moves gently at both ends. */
function view(shot: Shot, share: number): [number, number, number] {
  const eased = share * share * (3 - 2 * share);
  const zoom = shot.zoom[0] + (shot.zoom[1] - shot.zoom[0]) * eased;
  const shown = WIDTH / zoom;
  return [(WIDTH - shown) * shot.towards[0], ((WIDTH * 9) / 16 - (shown * 9) / 16) * shot.towards[1], shown];
}
