/** A style sheet that several documents have: each takes it into its own file by a name of its own. */
declare module '*.css?site';
