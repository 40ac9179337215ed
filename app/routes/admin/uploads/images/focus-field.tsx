import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import type { Focus } from '../../../../../model/images/lookup.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import styles from './images.module.css';

const STEP = 5; // Per cent: what the style sheet of the site distinguishes

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface Props {
  image: LibraryImage;
  focus: Focus;
  onChange: (focus: Focus) => void;
}

/** The image with a point to be set by a click, a drag or the arrow keys. */
export function FocusField({ image, focus, onChange }: Props) {
  const hint = useId();
  const move = (x: number, y: number) => onChange({ x: toStep(x), y: toStep(y) });
  const follow = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    move(((clientX - left) / width) * 100, ((clientY - top) / height) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    move(focus.x + x, focus.y + y);
  };
  return (
    <div className={ui.list}>
      <button
        type="button"
        className={styles.stage}
        style={{ aspectRatio: `${image.width} / ${image.height}`, maxWidth: `${(22 * image.width) / image.height}rem` }}
        aria-label="Главное на картинке"
        aria-describedby={hint}
        onKeyDown={press}
        onPointerDown={grab}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
        // A click made by a key has no position.
        onClick={(event) => event.detail > 0 && follow(event)}
      >
        <img src={image.url} alt={image.alt} draggable={false} />
        <span className={styles.point} style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </button>
      <p className={ui.note} id={hint}>
        Точку поставьте на главное: лицо, сцену, надпись. Её двигают мышью, касанием или стрелками, и обложка обрежется
        вокруг неё. <output>Сейчас: {placeText(focus)}.</output>
      </p>
    </div>
  );
}

/** A finger drags by the point only: elsewhere it scrolls. */
function grab({ currentTarget, target, pointerId, pointerType }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse' || target instanceof HTMLSpanElement) currentTarget.setPointerCapture(pointerId);
}

function toStep(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent / STEP) * STEP));
}

function placeText({ x, y }: Focus): string {
  return x === 50 && y === 50 ? 'в середине' : `${x}\u00a0% слева, ${y}\u00a0% сверху`;
}
