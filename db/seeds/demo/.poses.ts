import { createSheet, full, group } from './drawing/sheet.ts';
import { performer, poseNames } from './drawing/performer.ts';
import sharp from 'sharp';
const s = createSheet();
s.add(full('fill="#fc8"'));
poseNames.forEach((p, i) => s.add(group(`transform="translate(${220 + i * 390} 870) scale(0.72)"`, performer(s, p))));
await sharp(Buffer.from(s.svg(1600, 900))).png().toFile('/tmp/demo/poses.png');
