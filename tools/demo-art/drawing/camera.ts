import { HEIGHT, type Point, WIDTH } from './scene.ts';

export type Place = readonly [x: number, y: number, z: number];
export type Camera = { show(place: Place): Point; depth(place: Place): number };

/** A pinhole camera at `eye` looking at `target`; `zoom` is the focal length in picture units, y points up. */
export function camera(eye: Place, target: Place, zoom: number, roll = 0): Camera {
  const forward = unit(minus(target, eye));
  const right = unit(cross(forward, [Math.sin(roll), Math.cos(roll), 0]));
  const up = cross(right, forward);
  const depth = (place: Place) => Math.max(1, dot(minus(place, eye), forward));
  return {
    depth,
    show: (place) => {
      const away = minus(place, eye);
      const scale = zoom / depth(place);
      return [WIDTH / 2 + dot(away, right) * scale, HEIGHT / 2 - dot(away, up) * scale];
    },
  };
}

function minus(a: Place, b: Place): Place {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Place, b: Place): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Place, b: Place): Place {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Place): Place {
  const length = Math.hypot(a[0], a[1], a[2]);
  return [a[0] / length, a[1] / length, a[2] / length];
}
