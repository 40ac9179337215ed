/** Style sheet shared by documents; `?site` gives its copy a file of its own. */
declare module '*.css?site';
