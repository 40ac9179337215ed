import { Button, Input, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useId } from 'react';
import type { LibraryImage } from '../../../../../model/images/library.ts';
import type { Focus } from '../../../../../model/images/lookup.ts';
import { isEditor } from '../../../../../roles.ts';
import { ChooseFile, DropField } from '../../../../ui/admin/fields/drop-field.tsx';
import { Progress } from '../../../../ui/admin/loading/states.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { LibraryButton, useImageUpload } from '../../editor/dialogs/library-dialog.tsx';
import styles from './images.module.css';

interface PickProps {
  value: string;
  words: { accusative: string; genitive: string }; // «логотип», «логотипа»
  done: string;
  name?: string;
  accept?: string;
  onPick: (url: string, alt: string) => void;
  onBusy?: (is: boolean) => void;
  children: ReactNode;
}

/** The narrowest card has room for two of them. */
const SMALL = { size: 'sm', px: 'xs' };

export function PickImage({ value, words, done, name, accept, onPick, onBusy, children }: PickProps) {
  const { accusative, genitive } = words;
  const { progress, upload, stop } = useImageUpload(
    ({ url, alt = '' }) => onPick(url, alt),
    { done, failed: `Ошибка при загрузке ${genitive}` },
    onBusy,
  );
  const isRunning = progress !== undefined;
  return (
    <DropField label={`Загрузка ${genitive}`} onDrop={([file]) => file && !isRunning && void upload(file)}>
      {isRunning && <Progress part={progress} label={`Загрузка ${genitive}`} />}
      {children}
      <div className={ui.row}>
        <ChooseFile
          word={value ? 'Заменить' : `Загрузить ${accusative}`}
          {...SMALL}
          {...(name && { name })}
          {...(accept && { accept })}
          leftSection={null}
          disabled={isRunning}
          onChoose={upload}
        />
        {!isRunning && <LibraryButton {...SMALL} variant="default" onPick={({ url, alt }) => onPick(url, alt)} />}
        {isRunning ? (
          <Button {...SMALL} variant="subtle" color="red" aria-label={`Остановить загрузку ${genitive}`} onClick={stop}>
            Остановить
          </Button>
        ) : (
          value !== '' && (
            <Button
              {...SMALL}
              variant="subtle"
              color="red"
              aria-label={`Убрать ${accusative}`}
              onClick={() => onPick('', '')}
            >
              Убрать
            </Button>
          )
        )}
      </div>
    </DropField>
  );
}

interface PictureProps extends PickProps {
  label: string;
  description: string;
  error: ReactNode;
}

/** In a form. Only editors upload pictures and see the library. */
export function PictureField({ label, description, error, ...props }: PictureProps) {
  const { role } = useSession();
  return (
    <Input.Wrapper size="md" label={label} labelElement="div" error={error} description={description}>
      <div className={ui.list} style={{ marginTop: '0.5rem' }}>
        {isEditor(role) ? <PickImage {...props} /> : props.children}
      </div>
    </Input.Wrapper>
  );
}

interface LogoProps extends TextInputProps {
  value: string;
  onPick: (url: string) => void;
  done: string;
  note: string;
  isOnPlate?: boolean; // The site shows it on a white plate, not on the ground of the page
}

export function LogoField({ value, onPick, done, note, isOnPlate, ...props }: LogoProps) {
  return (
    <div className={ui.list}>
      <TextInput {...props} value={value} />
      <PickImage value={value} words={WORDS} done={done} accept="image/png,image/webp,image/jpeg" onPick={onPick}>
        {value !== '' && (
          <div className={ui.pair}>
            {isOnPlate ? (
              <img className={styles.logo} src={value} alt="Логотип" data-theme="plate" />
            ) : (
              <>
                <img className={styles.logo} src={value} alt="Логотип на светлой теме" data-theme="light" />
                <img className={styles.logo} src={value} alt="Логотип на тёмной теме" data-theme="dark" />
              </>
            )}
          </div>
        )}
      </PickImage>
      <p className={ui.note}>{note}</p>
    </div>
  );
}

const WORDS = { accusative: 'логотип', genitive: 'логотипа' };

const STEP = 5; // Per cent: what the style sheet of the site distinguishes

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface FocusProps {
  image: LibraryImage;
  focus: Focus;
  onChange: (focus: Focus) => void;
}

/** The image with a point to be set by a click, a drag or the arrow keys. */
export function FocusField({ image, focus, onChange }: FocusProps) {
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
