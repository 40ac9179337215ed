import { Outlet, Link } from 'react-router';
export default function Layout() { return <><Link to="/news" viewTransition>news</Link><main><Outlet/></main></>; }
