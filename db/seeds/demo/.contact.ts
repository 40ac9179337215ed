import sharp from 'sharp';
import { coverRecipes, bodyRecipes } from './pictures.ts';
const names = [...Object.keys(coverRecipes), ...Object.keys(bodyRecipes)];
const [from, to, out, cols = '4', w = '480'] = process.argv.slice(2);
const pick = names.slice(Number(from), Number(to));
const W = Number(w), H = Math.round(W * 9 / 16), C = Number(cols);
const comps = await Promise.all(pick.map(async (n, i) => ({ input: await sharp(`covers/${n}.webp`).resize(W - 6, H - 6).toBuffer(), left: (i % C) * W, top: Math.floor(i / C) * H })));
await sharp({ create: { width: W * C, height: H * Math.ceil(pick.length / C), channels: 3, background: '#222' } }).composite(comps).png().toFile(out);
