import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { screens } from '../resources.ts';

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('news', 'routes/public/news.tsx'),
    route('news/:slug', 'routes/public/article.tsx'),
    route('news/tag/:slug', 'routes/public/tag.tsx'),
    route('preview/:token', 'routes/public/preview.tsx'),
    route('watch', 'routes/public/watch.tsx'),
    route('vote', 'routes/public/vote.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('programme', 'routes/public/programme.tsx'),
    route('programme/:slug', 'routes/public/contestant.tsx'),
    route('results', 'routes/public/results.tsx'),
    route('*', 'routes/public/page.tsx'),
  ]),
  route('player', 'routes/public/player.tsx'),
  layout('routes/admin/kit.tsx', [
    route('admin/login', 'routes/admin/login.tsx'),
    route('admin', 'routes/admin/layout.tsx', [
      ...screens.map(({ path, file }) =>
        path === '' ? index(`routes/admin/${file}.tsx`) : route(path, `routes/admin/${file}.tsx`),
      ),
      route('news/new', 'routes/admin/editor/news-editor.tsx', { id: 'news-new' }),
      route('news/edit/:articleSlug', 'routes/admin/editor/news-editor.tsx', { id: 'news-edit' }),
      route('pages/new', 'routes/admin/editor/page-editor.tsx', { id: 'pages-new' }),
      route('pages/edit/:articleSlug', 'routes/admin/editor/page-editor.tsx', { id: 'pages-edit' }),
      route('*', 'routes/admin/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
