import type { Picture } from '../../cards.server.ts';
import { PageLink } from '../page-link.tsx';
import { Cover } from './cover.tsx';

interface Props {
  slug: string;
  name: string;
  cover: Picture | null;
  note: string; // Above the name
}

/** A performer with a small picture, in `.neighbours`. */
export function FaceLink({ slug, name, cover, note }: Props) {
  return (
    <PageLink className="row" to={`/programme/${slug}`}>
      <div className="face">
        <Cover slug={slug} cover={cover} />
      </div>
      <div>
        <span>{note}</span>
        {name}
      </div>
    </PageLink>
  );
}
