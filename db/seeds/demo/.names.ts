import { seeded } from './drawing/random.ts';
import { poseNames } from './drawing/performer.ts';
for (const n of ['warm-snow','first-snow','thaw','quiet-voice','silence','snow-light','white-night','winter-song','falling-snow','mira']) { const r = seeded(n); console.log(n, r.pick([560,800,1040]), r.pick(poseNames), r.chance(.5)); }
