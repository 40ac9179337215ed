import { withSpoilers } from '../../../http/spoilers.ts';
import { keepMode } from '../../inline/spoiler-free.ts';

/** Says on a page without spoilers what is missing, and how to see it. The cookie sends later visits here. */
export function SpoilerFree({ url: { pathname, search }, mark }: { url: URL; mark: string }) {
  return (
    <p className="spoilers">
      <b>Без спойлеров.</b> Победитель, баллы и новости с начала последнего концерта скрыты. Страница не обновляется
      сама.{' '}
      <a href={withSpoilers(false, pathname, search)} data-spoilers="">
        Показать всё
      </a>
      <script nonce={mark}>{`(${keepMode})()`}</script>
    </p>
  );
}
