import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { SITE_PAGES } from '../model/pages/routes.ts';
import { screens } from '../resources.ts';

export default [
  layout('routes/public/layout.tsx', [
    route('preview/:token', 'routes/public/preview.tsx'),
    ...SITE_PAGES.map(({ path, file }) => {
      const address = path === '/:slug' ? '*' : path.slice(1);
      return address === '' ? index(`routes/public/${file}.tsx`) : route(address, `routes/public/${file}.tsx`);
    }),
  ]),
  route('player', 'routes/public/player.tsx'),
  layout('routes/admin/kit.tsx', [
    route('admin/login', 'routes/admin/login.tsx'),
    route('admin', 'routes/admin/layout.tsx', [
      ...screens.map(({ path, file }) =>
        path === '' ? index(`routes/admin/${file}.tsx`) : route(path, `routes/admin/${file}.tsx`),
      ),
      ...['news/new', 'news/edit/:articleSlug', 'pages/new', 'pages/edit/:articleSlug'].map((path) =>
        route(path, 'routes/admin/editor/opening.tsx', { id: path }),
      ),
      route('*', 'routes/admin/shell/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
