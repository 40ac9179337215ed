import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('news', 'routes/public/news.tsx'),
  ]),
] satisfies RouteConfig;
