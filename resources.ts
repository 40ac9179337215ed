import { festival } from './resources/festival.ts';
import type { Resource, Screen } from './resources/resource.ts';
import { site } from './resources/site.ts';
import { ADMINISTRATORS, EDITORS, OPERATORS, ROLES, type Role } from './roles.ts';

/** In the order of the panel's menu. */
export const resources = { ...festival, ...site };

type Resources = typeof resources;

export type Action = { [Name in keyof Resources]: keyof Resources[Name]['sentences'] }[keyof Resources];

const all: Resource[] = Object.values(resources);

/** Resources whose entries editors see in the audit log. */
export const editorialKinds: string[] = Object.entries<Resource>(resources).flatMap(([kind, { isAdministration }]) =>
  isAdministration ? [] : kind,
);

/** Resources whose entries those of the broadcast see in the audit log, on the control desk. */
export const nightKinds: string[] = Object.entries<Resource>(resources).flatMap(([kind, { isNight }]) =>
  isNight ? kind : [],
);

/** Screens of no resource come first and last. */
export const screens: Screen[] = [
  {
    path: '',
    file: 'dashboard',
    title: 'Обзор',
    roles: ROLES,
    entry: {
      part: 'site',
      icon: 'M4 11.5 12 4l8 7.5M6 10v9.5h12V10M10 19.5V14h4v5.5',
    },
  },
  {
    path: 'live',
    file: 'live',
    title: 'Пульт эфира',
    roles: OPERATORS,
    entry: {
      part: 'site',
      icon: 'M4 6.500h9M17 6.500h3M4 12h3M11 12h9M4 17.500h7M15 17.500h5M13 4.500v4M7 10v4M15 15.500v4',
    },
  },
  ...all.flatMap(({ screen }) => screen ?? []),
  {
    path: 'journal',
    file: 'audit-log',
    title: 'Журнал',
    roles: EDITORS,
    tabOf: '',
  },
  {
    path: 'doctor',
    file: 'doctor',
    title: 'Проверка сайта',
    roles: ADMINISTRATORS,
    tabOf: '',
  },
  { path: 'profile', file: 'profile', title: 'Мой профиль', roles: ROLES },
];

/** `/admin/news/edit/x` belongs to the screen of news. */
export function screenAt(pathname: string): Screen | undefined {
  const [, , path = ''] = pathname.split('/');
  return screens.find((screen) => screen.path === path);
}

export function addressOf({ path }: Screen): string {
  return path ? `/admin/${path}` : '/admin';
}

/** The screens of this role that share an entry of the menu, the one that has it first. */
export function tabsOf({ path, tabOf = path }: Screen, role: Role): Screen[] {
  const first = screens.filter((screen) => screen.path === tabOf);
  const others = screens.filter((screen) => screen.tabOf === tabOf);
  return [...first, ...others].filter(({ roles }) => roles.includes(role));
}

export const sentences: Record<string, string> = Object.assign({}, ...all.map((resource) => resource.sentences));

/** Without articles. `path`: of the screen that changes them. */
export const imageColumns = all.flatMap(({ images = [], screen }) =>
  images.map((column) => ({ key: 'id', ...column, path: screen?.path ?? '' })),
);
