import { siteContext } from '../../context.ts';
import type { Route } from './+types/home.ts';
export function loader({ context }: Route.LoaderArgs) { return { name: context.get(siteContext).name }; }
export default function Home({ loaderData }: Route.ComponentProps) { return <h1>{loaderData.name}</h1>; }
