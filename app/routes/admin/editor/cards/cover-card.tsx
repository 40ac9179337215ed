import { Input, TextInput } from '@mantine/core';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { PickImage } from '../../uploads/images/pick-image.tsx';
import { type CardProps, useField } from '../draft/use-draft.ts';

const WORDS = { accusative: 'обложку', genitive: 'обложки' };

interface Props extends CardProps {
  /** True during an upload: saving is blocked. */
  onBusy: (is: boolean) => void;
}

export function CoverCard({ draft, errors, onBusy }: Props) {
  const url = useField(draft, 'coverImageUrl');
  const alt = useField(draft, 'coverAlt');
  return (
    <Card title="Обложка">
      <PickImage
        name="coverImage"
        value={url ?? ''}
        words={WORDS}
        done="Обложка успешно загружена."
        onBusy={onBusy}
        onPick={(picked, coverAlt) => draft.set(picked ? { coverImageUrl: picked, coverAlt } : { coverImageUrl: null })}
      >
        {url && <img className={ui.picture} style={{ maxHeight: '14rem' }} src={url} alt={alt || 'Обложка'} />}
      </PickImage>
      {errors.coverImageUrl && <Input.Error size="md">{errors.coverImageUrl}</Input.Error>}
      {url && (
        <TextInput
          name="coverAlt"
          label="Описание обложки"
          description="Что на ней: его услышат те, кто её не видит"
          value={alt}
          error={errors.coverAlt}
          onChange={({ currentTarget }) => draft.set({ coverAlt: currentTarget.value })}
        />
      )}
    </Card>
  );
}
