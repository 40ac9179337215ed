/** Whose pages: the demo festival, a site on its first day, one whose data cannot be read. */
type World = 'demo' | 'empty' | 'broken';

export interface PageImage {
  name: string;
  world: World;
  path: string;
  isAsked?: boolean; // The question about cookies stands over it: one screen of it is shown
  hasViews?: boolean; // Shown in every view for people with low vision too
}

export interface Look {
  name: string;
  theme: 'dark' | 'light';
  view?: string; // As in the address
}

export const WIDTHS = [360, 768, 1280, 1920];

export const THEMES = ['dark', 'light'] as const;

export const VIEWS: Look[] = ['150-white', '200-black', '200-blue-wider', '150-beige-wide-plain'].map((view) => ({
  name: view,
  theme: 'light',
  view,
}));

export const PAGES: PageImage[] = [
  { name: 'home', world: 'demo', path: '/', hasViews: true },
  { name: 'home-asked', world: 'demo', path: '/', isAsked: true },
  { name: 'home-empty', world: 'empty', path: '/' },
  { name: 'home-broken', world: 'broken', path: '/' },
  { name: 'history', world: 'demo', path: '/history' },
  { name: 'edition', world: 'demo', path: '/history/2024' },
  { name: 'news', world: 'demo', path: '/news' },
  { name: 'news-empty', world: 'empty', path: '/news' },
  { name: 'news-broken', world: 'broken', path: '/news' },
  { name: 'article', world: 'demo', path: '/news/mira-sokolovskaya', hasViews: true },
  { name: 'article-rich', world: 'demo', path: '/news/kak-ustroena-translyatsiya' },
  { name: 'article-without-cover', world: 'demo', path: '/news/avtobusy-ot-vokzala-ispravlenie-v-raspisanii' },
  { name: 'article-unknown', world: 'demo', path: '/news/nothing' },
  { name: 'article-broken', world: 'broken', path: '/news/nothing' },
  { name: 'watch', world: 'demo', path: '/watch' },
  { name: 'watch-asked', world: 'demo', path: '/watch', isAsked: true },
  { name: 'watch-waiting', world: 'empty', path: '/watch' },
  { name: 'watch-broken', world: 'broken', path: '/watch' },
  { name: 'vote', world: 'demo', path: '/vote', hasViews: true },
  { name: 'vote-closed', world: 'empty', path: '/vote' },
  { name: 'vote-broken', world: 'broken', path: '/vote' },
  { name: 'about', world: 'demo', path: '/about' },
  { name: 'programme', world: 'demo', path: '/programme', hasViews: true },
  { name: 'contestant', world: 'demo', path: '/programme/elektrichka-640', hasViews: true },
  { name: 'results', world: 'demo', path: '/results', hasViews: true },
  { name: 'hall', world: 'demo', path: '/results?screen' },
  { name: 'unknown', world: 'demo', path: '/nothing' },
];
