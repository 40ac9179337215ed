import { data } from 'react-router';
import { FailedPage, NO_ANSWER } from '../../ui/errors/failure.tsx';
import { NOT_FOUND, NotFound } from '../../ui/errors/not-found.tsx';
import { unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/not-found.ts';

export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return unlistedHead(siteOf(matches), NOT_FOUND);
}

export default function UnknownAddress() {
  return <NotFound />;
}

export function ErrorBoundary() {
  return <FailedPage title="Страница не открылась" text={NO_ANSWER} />;
}
