/** Style sheet shared by documents; `?site` and `?panel` give its copy a file of its own. */
declare module '*.css?site';
declare module '*.css?panel';
