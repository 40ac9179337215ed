import { arena } from '../scenes/arena.ts';
import { bowl } from '../scenes/bowl.ts';
import { city } from '../scenes/city.ts';
import { confetti } from '../scenes/confetti.ts';
import { crystal } from '../scenes/crystal.ts';
import { curtain } from '../scenes/curtain.ts';
import { equaliser } from '../scenes/equaliser.ts';
import { hands } from '../scenes/hands.ts';
import { microphone } from '../scenes/microphone.ts';
import { mirror } from '../scenes/mirror.ts';
import { mixer } from '../scenes/mixer.ts';
import { orbs } from '../scenes/orbs.ts';
import { piano } from '../scenes/piano.ts';
import { rain } from '../scenes/rain.ts';
import { rigging } from '../scenes/rigging.ts';
import { singer } from '../scenes/singer.ts';
import { tickets } from '../scenes/tickets.ts';
import { trails } from '../scenes/trails.ts';
import { vinyl } from '../scenes/vinyl.ts';
import { waves } from '../scenes/waves.ts';

export const scenes = {
  arena,
  bowl,
  city,
  confetti,
  crystal,
  curtain,
  equaliser,
  hands,
  microphone,
  mirror,
  mixer,
  orbs,
  piano,
  rain,
  rigging,
  singer,
  tickets,
  trails,
  vinyl,
  waves,
};

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];
